package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How a replica's environment is written down and brought back: its own state where it can save that, or else what its
 * episode can be replayed from. The thread rule of its {@link Replica}.
 */
final class EnvironmentState {
    private static final byte CUT = 0; // there is nothing to bring it back from
    private static final byte SAVED = 1;
    private static final byte REPLAYED = 2;

    private final Environment environment;
    private final EpisodeLog log;
    private final EnvironmentCaller calls;
    private final StepResult result;

    /**
     * @param log    of its episode; null where it is of no use
     * @param calls  of it, for a replay
     * @param result receives what a replayed step gives
     */
    EnvironmentState(Environment environment, EpisodeLog log, EnvironmentCaller calls, StepResult result) {
        this.environment = environment;
        this.log = log;
        this.calls = calls;
        this.result = result;
    }

    /** Writes all but the tail. */
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

    /** Writes what grows at its end. */
    void saveTail(DataOutput out) throws IOException {
        if (log != null) {
            log.saveActions(out);
        }
    }

    /**
     * Brings it back.
     *
     * @param slot    of the observation that it gave last
     * @param name    of its replica, for messages
     * @param episode likewise
     * @return false where nothing had been written down: its episode ends here
     * @throws IOException also when it reads more or less than it saved, or is not where it was
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
        byte[] saved = new byte[in.readInt()];
        in.readFully(saved);
        int left = SavedState.restore(environment, saved);
        if (left > 0) {
            throw new IOException(name + " left " + left + " of the " + saved.length + " bytes that it had saved");
        }
    }

    /** Brings the environment to where {@code log} was written, and checks that it gives the expected observation. */
    private void replay(EpisodeLog log, ObservationSlot expected, String name, String episode) throws IOException {
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
