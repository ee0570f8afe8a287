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
            new EpisodeReplay(calls, result).run(saved, slot, name, episode);
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
}
