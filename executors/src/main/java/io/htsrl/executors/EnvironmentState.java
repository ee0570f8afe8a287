package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EpisodeLog;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.state.GrowingBytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Saves and restores the environment of a replica: by its state if it can save that, otherwise by the recorded episode,
 * which is replayed. Thread rule of its {@link Replica}.
 */
final class EnvironmentState {
    private static final byte CUT = 0; // it has no data to restore from
    private static final byte SAVED = 1;
    private static final byte REPLAYED = 2;

    private final Environment environment;
    private final EpisodeLog log;
    private final EnvironmentCaller calls;
    private final StepResult result;

    /**
     * @param log log of its episode; null if it is not needed
     * @param calls calls of the environment, for a replay
     * @param result receives the result of a replayed step
     */
    EnvironmentState(Environment environment, EpisodeLog log, EnvironmentCaller calls, StepResult result) {
        this.environment = environment;
        this.log = log;
        this.calls = calls;
        this.result = result;
    }

    /** Writes everything except the tail. */
    void saveHead(DataOutput out) throws IOException {
        if (environment.canSaveState()) {
            out.writeByte(SAVED);
            byte[] state = SavedState.of(environment);
            out.writeInt(state.length);
            out.write(state);
        } else if (log != null && log.whole()) {
            out.writeByte(REPLAYED);
            log.saveHead(out);
        } else {
            out.writeByte(CUT);
        }
    }

    /** Writes the tail, which grows at its end. */
    void saveTail(DataOutput out) throws IOException {
        if (log != null) {
            log.saveActions(out);
        }
    }

    /**
     * Restores the environment.
     *
     * @param slot row of its last observation
     * @param name name of its replica, for messages
     * @param episode description of the episode, for messages
     * @return false if no data was saved: its episode ends here
     * @throws IOException also when it reads more or less than it saved, or does not reach the saved state
     */
    boolean restore(DataInput in, ObservationSlot slot, String name, String episode) throws IOException {
        byte kind = in.readByte();
        if (kind == SAVED) {
            restoreSaved(in, name);
        } else if (kind == REPLAYED) {
            EpisodeLog saved = log == null
                    ? new EpisodeLog(environment.spec().actionSpace().width())
                    : log;
            saved.restore(in);
            replay(saved, slot, name, episode);
        }
        return kind == SAVED || kind == REPLAYED;
    }

    private void restoreSaved(DataInput in, String name) throws IOException {
        byte[] saved = GrowingBytes.readSized(in);
        int left = SavedState.restore(environment, saved);
        if (left > 0) {
            throw new IOException(name + " left " + left + " of the " + saved.length + " bytes that it had saved");
        }
    }

    /** Replays the episode of {@code log}, and checks that it ends with the expected observation. */
    private void replay(EpisodeLog log, ObservationSlot expected, String name, String episode) throws IOException {
        String difference = difference(log, expected);
        if (difference != null) {
            throw new IOException(name + " did not come back to where it was: replayed in " + log.steps() + " steps ("
                    + episode + "), " + difference
                    + "; its episodes must follow from seed and actions alone, in the version that the run began with");
        }
    }

    /** Returns the difference to the recorded episode; null when none exists. */
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
                    return (result.done() ? "it ends an episode" : "its episode continues") + " after step "
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
