package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every existing network and head. Stateless. */
final class Cases {
    private static final ObservationSpace VECTOR = ObservationSpace.floats(6);
    private static final ObservationSpace TABLE = ObservationSpace.floats(3, 2);
    private static final ObservationSpace BYTES = ObservationSpace.bytes(7);
    /** Even and odd: edges of the windows differ. */
    private static final ObservationSpace FRAMES = ObservationSpace.bytes(36, 39);

    private static final ObservationSpace COLOURED = ObservationSpace.bytes(36, 39, 3);
    private static final ObservationSpace BOARD = ObservationSpace.bytes(10, 10, 7);
    private static final ObservationSpace PLANES_FIRST = ObservationSpace.bytes(3, 36, 39);

    private static final ActionSpace DISCRETE = new ActionSpace.Discrete(5);
    private static final ActionSpace CHOICES = new ActionSpace.MultiDiscrete(new int[] {3, 2, 4});
    private static final ActionSpace SWITCHES = new ActionSpace.MultiBinary(3);
    private static final ActionSpace BOX =
            new ActionSpace.Continuous(new float[] {-2, 0, -0.5f}, new float[] {2, 1, 0.25f});
    private static final ActionSpace HALF_OPEN = new ActionSpace.Continuous(
            new float[] {Float.NEGATIVE_INFINITY, -0.1f}, new float[] {0.2f, Float.POSITIVE_INFINITY});
    private static final ActionSpace ONE = new ActionSpace.Continuous(new float[] {-1}, new float[] {1});

    private Cases() {}

    static Stream<Case> all() {
        return Stream.of(multilayer(), heads(), values(), squashed(), images(), memories())
                .flatMap(part -> part);
    }

    private static Stream<Case> memories() {
        return Stream.of(
                Case.of("ppo", VECTOR, DISCRETE, "memory", "lstm", "memory-size", "32", "norm-obs", "true"),
                Case.of("a2c", VECTOR, BOX, "memory", "gru", "memory-size", "16"),
                Case.of("ppo", VECTOR, CHOICES, "memory", "mingru", "memory-size", "48"),
                Case.of("ppo", FRAMES, DISCRETE, "memory", "lstm", "memory-size", "16", "network", "nature"));
    }

    /** Every three of the four settings in every combination. */
    private static Stream<Case> multilayer() {
        return IntStream.range(0, 8)
                .mapToObj(bits -> Case.of(
                        "ppo",
                        VECTOR,
                        DISCRETE,
                        "activation",
                        (bits & 1) == 0 ? "tanh" : "relu",
                        "shared-torso",
                        Boolean.toString((bits & 2) != 0),
                        "norm-obs",
                        Boolean.toString((bits & 4) != 0),
                        "frame-stack",
                        Integer.bitCount(bits) % 2 == 0 ? "1" : "3"));
    }

    private static final ObservationSpace PARTS = ObservationSpace.of(List.of(
            ObservationPart.vector("speed", 3),
            ObservationPart.image("camera", 9, 7, 3),
            ObservationPart.oneHot("gear", 4),
            ObservationPart.image("map", 2, 5, 6)));

    private static Stream<Case> heads() {
        return Stream.of(
                Case.of("a2c", VECTOR, DISCRETE, "hidden-sizes", "17"),
                Case.of("a2c", BYTES, CHOICES, "hidden-sizes", "32,16,8"),
                Case.of("a2c", VECTOR, BOX, "shared-torso", "true"),
                Case.of("ppo", VECTOR, CHOICES),
                Case.of("ppo", VECTOR, SWITCHES, "shared-torso", "true"),
                Case.of("ppo", VECTOR, BOX),
                Case.of("ppo", VECTOR, HALF_OPEN),
                Case.of("ppo", VECTOR, HALF_OPEN, "use-sde", "true", "norm-obs", "true"),
                Case.of("a2c", VECTOR, BOX, "use-sde", "true", "shared-torso", "true", "hidden-sizes", "17"),
                Case.of("ppo", VECTOR, BOX, "use-sde", "true", "memory", "gru", "memory-size", "16"),
                Case.of("a2c", FRAMES, BOX, "use-sde", "true", "network", "nature"),
                Case.of("ppo", PARTS, BOX, "use-sde", "true", "network", "combined"),
                Case.of("ppo", TABLE, ONE, "norm-obs", "true", "clip-obs", "0.75"),
                Case.of("ppo", TABLE, ONE, "norm-obs", "true", "frame-stack", "2"),
                Case.of("ppo", TABLE, DISCRETE),
                Case.of("ppo", VECTOR, DISCRETE, "activation", "gelu", "layer-norm", "true"),
                Case.of("a2c", VECTOR, BOX, "activation", "silu", "value-hidden-sizes", "16"),
                Case.of("ppo", VECTOR, BOX, "activation", "elu", "norm-obs", "true", "frame-stack", "2"),
                Case.of("ppo", PARTS, DISCRETE, "network", "combined", "frame-stack", "2"),
                Case.of("ppo", PARTS, BOX, "network", "combined", "critic-sees", "speed"),
                Case.of("ppo", PARTS, BOX, "network", "combined", "critic-sees", "speed", "memory", "gru"),
                Case.of("dqn", PARTS, DISCRETE, "network", "combined", "dueling", "true"));
    }

    private static Stream<Case> values() {
        return Stream.of("false", "true")
                .flatMap(dueling -> Stream.of(
                        Case.of("dqn", VECTOR, DISCRETE, "dueling", dueling),
                        Case.of("dqn", BYTES, DISCRETE, "dueling", dueling, "frame-stack", "4"),
                        Case.of("dqn", VECTOR, DISCRETE, "dueling", dueling, "norm-obs", "true"),
                        Case.of("dqn", FRAMES, DISCRETE, "dueling", dueling, "network", "nature", "frame-stack", "4"),
                        Case.of("dqn", FRAMES, DISCRETE, "dueling", dueling, "network", "impala"),
                        Case.of("dqn", VECTOR, DISCRETE, "dueling", dueling, "distributional", "categorical"),
                        Case.of("dqn", VECTOR, DISCRETE, "dueling", dueling, "distributional", "quantile"),
                        Case.of("dqn", VECTOR, DISCRETE, "dueling", dueling, "distributional", "implicit")));
    }

    private static Stream<Case> squashed() {
        return Stream.of(
                Case.of("sac", VECTOR, BOX, "log-std", "clamp"),
                Case.of("sac", VECTOR, BOX, "log-std", "tanh"),
                Case.of("sac", VECTOR, ONE, "frame-stack", "2", "activation", "tanh"),
                Case.of("tqc", VECTOR, BOX, "norm-obs", "true"),
                Case.of("tqc", VECTOR, ONE, "n-critics", "3", "n-quantiles", "7", "top-quantiles-to-drop", "3"),
                Case.of("td3", VECTOR, BOX, "norm-obs", "true", "clip-obs", "0.75", "frame-stack", "2"),
                Case.of("td3", BYTES, ONE, "activation", "tanh"),
                Case.of("ddpg", TABLE, BOX, "hidden-sizes", "32,16"),
                Case.of("crossq", VECTOR, BOX, "value-hidden-sizes", "24", "norm-obs", "true"),
                Case.of("tqc", VECTOR, BOX, "activation", "elu", "layer-norm", "true", "norm-obs", "true"),
                Case.of("sac", PARTS, BOX, "network", "combined", "critic-sees", "speed", "frame-stack", "2"),
                Case.of("sac", VECTOR, DISCRETE, "norm-obs", "true"),
                Case.of("sac", PARTS, DISCRETE, "network", "combined", "frame-stack", "2"),
                Case.of("td3", FRAMES, ONE, "network", "combined", "value-hidden-sizes", "20"));
    }

    private static Stream<Case> images() {
        Stream<Case> planes = Stream.of("1", "2")
                .flatMap(frames -> Stream.of(COLOURED, PLANES_FIRST)
                        .map(space -> Case.of("ppo", space, DISCRETE, "network", "nature", "frame-stack", frames)));
        Stream<Case> grey = Stream.of("nature", "impala")
                .flatMap(network -> Stream.of(
                        Case.of("ppo", FRAMES, DISCRETE, "network", network, "frame-stack", "4"),
                        Case.of("a2c", FRAMES, CHOICES, "network", network),
                        Case.of("ppo", FRAMES, BOX, "network", network, "frame-stack", "2"),
                        Case.of("ppo", ObservationSpace.floats(38, 37), DISCRETE, "network", network)));
        Stream<Case> board = Stream.of(Case.of("ppo", BOARD, DISCRETE, "network", "minatar"));
        return Stream.of(grey, planes, board).flatMap(part -> part);
    }
}
