package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Shape of a multi-layer perceptron between its inputs and its {@link Heads}.
 *
 * @param hiddenSizes units of each hidden layer, at least one layer
 * @param activation  after every hidden layer
 * @param sharedTorso whether an actor-critic's policy and value share the hidden layers; separate ones are the
 *                    default of CleanRL and Stable-Baselines3. The networks of other heads have one torso always
 * @param normalization normalisation of the observations
 */
@SettingGroup("Network")
public record MlpConfig(
        @Setting(defaultValue = "64,64", onlyWith = "network=mlp", help = "Units of the hidden layers, such as 64,64.")
        List<Integer> hiddenSizes,

        @Setting(defaultValue = "tanh", onlyWith = "network=mlp", help = "Activation after each hidden layer.")
        Activation activation,

        @Setting(
                defaultValue = "false",
                onlyWith = "network=mlp",
                otherwise = "true",
                help = "Policy and value share the hidden layers.")
        boolean sharedTorso,

        ObservationNormalization normalization)
        implements NetworkConfig {
    private static final int MOST_LAYERS = 100;

    /** Non-linearity of the hidden layers. */
    public enum Activation {
        TANH,
        RELU
    }

    public MlpConfig {
        hiddenSizes = List.copyOf(hiddenSizes);
        normalization = normalization == null ? ObservationNormalization.NONE : normalization; // not set
    }

    /** Creates a network that reads raw observations. */
    public MlpConfig(List<Integer> hiddenSizes, Activation activation, boolean sharedTorso) {
        this(hiddenSizes, activation, sharedTorso, ObservationNormalization.NONE);
    }

    /** Returns these settings with another normalisation of observations. */
    public MlpConfig with(ObservationNormalization newNormalization) {
        return new MlpConfig(hiddenSizes, activation, sharedTorso, newNormalization);
    }

    @Override
    public String network() {
        return "mlp";
    }

    @Override
    public String description() {
        return hiddenSizes.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " "
                + activation.name().toLowerCase(Locale.ROOT) + (normalization.normObs() ? ", normalized inputs" : "");
    }

    @Override
    public String normalisation() {
        return normalization.description();
    }

    @Override
    public void check(Violations violations) {
        violations.check(
                !hiddenSizes.isEmpty()
                        && hiddenSizes.size() <= MOST_LAYERS
                        && hiddenSizes.stream().allMatch(size -> size >= 1 && size <= 65536),
                "--hidden-sizes",
                hiddenSizes,
                "must name one layer or more, " + MOST_LAYERS + " at most, of 1 .. 65536 units",
                "give 64,64 for example");
        normalization.check(violations);
    }

    @Override
    public void check(ObservationSpace frame, int frameStack, Violations violations) {
        normalization.check(frame, violations);
    }

    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        long inputs = (long) frameStack * frame.size();
        long parameters = 0;
        long activations = 0;
        long widest = inputs;
        long below = inputs;
        for (int units : hiddenSizes) {
            parameters += (below + 1) * units;
            activations += 2L * units; // and their gradients
            widest = Math.max(widest, units);
            below = units;
        }
        int torsos = heads.separateTorsos(this) ? 2 : 1;
        int rows = heads.outputWidth(first.outputs());
        return new NetworkSize(
                torsos * parameters
                        + (below + 1) * (rows - first.free())
                        + first.free()
                        + normalization.parameters(frame),
                (normalization.normObs() ? 2 : 1) * inputs + torsos * activations + 2L * rows,
                Math.max(widest, rows));
    }

    @Override
    public void checkSize(NetworkSize size, Violations violations) {
        violations.check(
                size.parameters() <= NetworkSize.MOST_PARAMETERS,
                "--hidden-sizes",
                hiddenSizes,
                "must make at most " + NetworkSize.MOST_PARAMETERS + " parameters, and make " + size.parameters(),
                "give smaller layers, such as 64,64");
    }
}
