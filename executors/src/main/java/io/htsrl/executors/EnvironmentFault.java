package io.htsrl.executors;

import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.math.NotFinite;
import java.util.Arrays;

/** What an environment did wrong, told with all that it takes to see it again. Pure functions, any thread. */
final class EnvironmentFault {

    private EnvironmentFault() {}

    /** The environment threw, or what it computes in is gone. */
    static EnvironmentFailedException threw(Replica replica, String call, Throwable cause) {
        boolean died = cause instanceof EnvironmentDiedException;
        return new EnvironmentFailedException(
                replica.name() + (died ? " died in " : " threw in ") + call + " in " + replica.place() + ": "
                        + (died ? cause.getMessage() : cause),
                replica.interval(),
                cause);
    }

    /** Refuses what is no number; bytes always are one. */
    static void checkObservation(Replica replica, ObservationSlot slot) {
        if (slot.floats() != null) {
            int element = NotFinite.first(slot.floats(), slot.offset(), slot.length());
            if (element >= 0) {
                throw gave(replica, slot.get(element), "element " + element + " of its observation");
            }
        }
    }

    /** Refuses a reward that is no number once it is a float, as it is stored. */
    static void checkReward(Replica replica, StepResult result) {
        if (!Float.isFinite((float) result.reward)) {
            throw gave(replica, result.reward, "its reward");
        }
    }

    private static EnvironmentFailedException gave(Replica replica, double value, String where) {
        return new EnvironmentFailedException(
                replica.name() + " gave " + value + " as " + where + " in "
                        + replica.place() + ": it must be finite" + (Double.isFinite(value) ? " as a float" : "")
                        + "; fix the environment, or clip what it gives",
                replica.interval(),
                null);
    }

    /** The call of a step, such as {@code step(action [1.0])}. */
    static String step(float[] actions, int offset, int width) {
        return "step(action " + Arrays.toString(Arrays.copyOfRange(actions, offset, offset + width)) + ")";
    }
}
