package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Convolutional network between stacks of frames and its {@link Heads}, which share one torso.
 *
 * @param kind torso
 * @param hiddenUnits units of the dense layer that ends the torso
 */
public record ConvConfig(Kind kind, int hiddenUnits) implements NetworkConfig {

    /** Published torsos. Each ends in a dense layer; relu follows every layer but residual sums. */
    public enum Kind {

        /** Mnih et al. 2015 (Nature 518): convolutions 32 8x8/4, 64 4x4/2, 64 3x3/1, without padding. */
        NATURE(512, 36, 32, 64, 64),

        /**
         * Espeholt et al. 2018 (arXiv:1802.01561), figure 3, right: three stages of a convolution 3x3/1, a maximum over
         * 3x3/2 and two residual blocks (relu, 3x3/1, relu, 3x3/1, plus the block's input); then relu.
         */
        IMPALA(256, 1, 16, 32, 32),

        /**
         * Young and Tian 2019 (arXiv:1903.03176), for boards of 10x10 cells: a convolution 16 3x3/1, without padding.
         */
        MINATAR(128, 3, 16);

        private final int hiddenUnits;
        private final int leastExtent;
        private final List<Integer> channels;

        Kind(int hiddenUnits, int leastExtent, Integer... channels) {
            this.hiddenUnits = hiddenUnits;
            this.leastExtent = leastExtent;
            this.channels = List.of(channels);
        }
    }

    /** Returns the network as published. */
    public static ConvConfig of(Kind kind) {
        return new ConvConfig(kind, kind.hiddenUnits);
    }

    /** Returns the channels of each convolution (Nature, MinAtar) or stage (IMPALA). */
    public List<Integer> channels() {
        return kind.channels;
    }

    @Override
    public String network() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String description() {
        return network() + ": channels "
                + channels().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ", dense " + hiddenUnits
                + ", relu";
    }

    @Override
    public void check(Violations violations) {
        violations.check(
                hiddenUnits >= 1 && hiddenUnits <= 65536,
                "units of the dense layer",
                hiddenUnits,
                "must be in 1 .. 65536",
                "give " + kind.hiddenUnits + ", as published");
    }

    @Override
    public void check(ObservationSpace frame, int frameStack, Violations violations) {
        boolean image = FrameShape.fits(frame);
        FrameShape shape = image ? FrameShape.of(frame) : null;
        violations.check(
                image,
                "--network",
                network(),
                "reads frames [height, width], [height, width, planes] or [planes, height, width], not " + frame,
                "give mlp, or an environment of frames");
        violations.check(
                !image || Math.min(shape.height(), shape.width()) >= kind.leastExtent,
                "--network",
                network(),
                "needs frames of at least " + kind.leastExtent + "x" + kind.leastExtent + ", not " + frame,
                "give larger frames, 84x84 for example");
    }

    @Override
    public int policyUnits(ObservationSpace frame, int frameStack) {
        return hiddenUnits;
    }

    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        long inputs = (long) frameStack * frame.size();
        try {
            ConvLayout layout = new ConvLayout(frame, frameStack, first, this, heads);
            long activations = layout.convolutions().stream()
                    .mapToLong(layer -> 2L * layer.outputSize())
                    .sum();
            long widest = layout.convolutions().stream()
                    .mapToLong(layer -> layer.outputSize())
                    .reduce(Math.max(inputs, hiddenUnits), Math::max);
            return new NetworkSize(layout.parameterCount(), inputs + activations + 2L * hiddenUnits, widest);
        } catch (IllegalArgumentException | ArithmeticException e) { // a rejected network would not fit one array
            return NetworkSize.tooLarge(inputs);
        }
    }
}
