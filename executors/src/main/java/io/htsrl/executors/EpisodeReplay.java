package io.htsrl.executors;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.io.IOException;

/** Brings an environment to where an {@link EpisodeLog} was written, and looks whether it is there. One thread. */
final class EpisodeReplay {
    private final EnvironmentCaller calls;
    private final StepResult result;

    /** @param result is left with what the last step gave */
    EpisodeReplay(EnvironmentCaller calls, StepResult result) {
        this.calls = calls;
        this.result = result;
    }

    /**
     * Replays.
     *
     * @param expected the observation that the log ends with
     * @param name     of the replica, for the message
     * @param episode  likewise
     * @throws IOException when the environment is not where it was
     */
    void run(EpisodeLog log, ObservationSlot expected, String name, String episode) throws IOException {
        String difference = difference(log, expected);
        if (difference != null) {
            throw new IOException(name + " did not come back to where it was: replayed in " + log.steps() + " steps ("
                    + episode + "), " + difference
                    + "; its episodes must follow from seed and actions alone, in the version that the run began with");
        }
    }

    /** What differs from then; null when nothing does. */
    private String difference(EpisodeLog log, ObservationSlot expected) {
        ObservationSlot seen = new ObservationSlot();
        float[] action = new float[log.width()];
        if (expected.floats() != null) {
            seen.at(new float[expected.length()], 0);
        } else {
            seen.at(new byte[expected.length()], 0);
        }
        for (int i = 0; i < log.resets(); i++) {
            boolean last = i + 1 == log.resets();
            calls.reset(log.seed(i), seen);
            for (int at = log.from(i); at < log.to(i); at += log.width()) {
                log.action(at, action);
                calls.step(action, 0, seen, result);
                if (result.done() != (!last && at + log.width() == log.to(i))) {
                    return (result.done() ? "it ends an episode" : "its episode goes on") + " after step "
                            + at / log.width() + ", as it did not then";
                }
            }
        }
        return difference(expected, seen);
    }

    private static String difference(ObservationSlot expected, ObservationSlot seen) {
        for (int i = 0; i < expected.length(); i++) {
            if (expected.floats() == null) {
                int then = expected.bytes()[expected.offset() + i] & 0xff;
                int now = seen.bytes()[i] & 0xff;
                if (now != then) {
                    return text(i, now, then);
                }
            } else if (Float.floatToRawIntBits(seen.get(i)) != Float.floatToRawIntBits(expected.get(i))) {
                return text(i, seen.get(i), expected.get(i));
            }
        }
        return null;
    }

    private static String text(int element, Object now, Object then) {
        return "element " + element + " of its observation is " + now + ", and was " + then;
    }
}
