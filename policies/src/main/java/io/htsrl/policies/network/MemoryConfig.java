package io.htsrl.policies.network;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.util.Locale;

/**
 * Settings of a policy's memory: recurrent units between a network's torso and its heads.
 *
 * @param memory kind of the units
 * @param memorySize number of units H
 * @param bpttLength steps over which gradients are propagated back in time; 0 for the whole interval
 */
@SettingGroup("Network")
public record MemoryConfig(
        @Setting(
                defaultValue = "none",
                help = "Recurrent units between hidden layers and heads, which share the hidden layers.")
        Kind memory,

        @Setting(
                defaultValue = "128",
                onlyWith = "memory!=none",
                otherwise = "128",
                range = "[16, 4096]",
                remedy = "give 128, for example",
                help = "Recurrent units, a multiple of 16.")
        int memorySize,

        @Setting(
                defaultValue = "0",
                onlyWith = "memory!=none",
                otherwise = "0",
                unit = "steps",
                range = "[0, inf)",
                remedy = "give 16, or 0 for the whole interval",
                help = "Steps over which gradients go back in time; 0: to the start of the interval.")
        int bpttLength) {

    public MemoryConfig {
        memory = memory == null ? Kind.NONE : memory; // not set
    }

    /** No memory. */
    public static final MemoryConfig NONE = new MemoryConfig(Kind.NONE, 128, 0);

    private static final int MULTIPLE = 16; // of DenseKernel.ALIGNMENT: rows need no padding

    /** Kinds of recurrent units. Gates are blocks of H columns, states blocks of H floats, the output h first. */
    public enum Kind {
        /** Feed-forward. */
        NONE(0, 0, false, 0, 0),
        /** Long short-term memory (Hochreiter, Schmidhuber 1997) with forget gate: gates i, f, g, o; states h, c. */
        LSTM(4, 2, true, 1, 1),
        /** Gated recurrent units (Cho et al. 2014), in the form of PyTorch: gates r, z, n; state h. */
        GRU(3, 1, true, 1, 1),
        /** Minimal gated units (Feng et al. 2024, arXiv:2410.01201, Section 3.1): gates z, h; state h. */
        MINGRU(2, 1, false, 0, -1);

        private final int gates; // blocks that the torso computes
        private final int states;
        private final boolean recurrent;
        private final int keepingGate;
        private final int keepingSign;

        Kind(int gates, int states, boolean recurrent, int keepingGate, int keepingSign) {
            this.gates = gates;
            this.states = states;
            this.recurrent = recurrent;
            this.keepingGate = keepingGate;
            this.keepingSign = keepingSign;
        }

        /** Returns the number of blocks in a state row. */
        public int states() {
            return states;
        }

        /** Returns whether gates also read the previous output, by weights of their own. */
        public boolean recurrent() {
            return recurrent;
        }

        /** Returns the gate that keeps the state. */
        int keepingGate() {
            return keepingGate;
        }

        /** Returns the sign of that gate's sums at which the state is kept. */
        int keepingSign() {
            return keepingSign;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the outputs of the torso: one for each gate and unit. */
    public int inputs() {
        return memory.gates * memorySize;
    }

    /** Returns the floats in a state row. */
    public int stateSize() {
        return memory.states * memorySize;
    }

    /** Adds a violation for each invalid setting. */
    public void check(Violations violations) {
        int before = violations.list().size();
        RecordSettings.check(this, violations);
        boolean outside = violations.list().size() > before; // of a range, whose remedy is another number
        violations.check(
                outside || memorySize % MULTIPLE == 0,
                "--memory-size",
                memorySize,
                "must be a multiple of " + MULTIPLE,
                "give " + Math.max(MULTIPLE, memorySize / MULTIPLE * MULTIPLE));
    }
}
