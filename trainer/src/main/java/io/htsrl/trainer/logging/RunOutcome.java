package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.TrainingResult;
import java.util.Optional;

/**
 * How a run ended. Immutable.
 *
 * @param end     in a word
 * @param result  what it gave; empty where it failed
 * @param message why it failed; empty where it did not
 */
public record RunOutcome(End end, Optional<TrainingResult> result, String message) {

    /** How a run can end. */
    public enum End {
        FINISHED,
        /** Before its time, at somebody's wish. */
        STOPPED,
        FAILED
    }

    /** Of a run that ended with a result. */
    public static RunOutcome of(TrainingResult result) {
        return new RunOutcome(result.stopped() ? End.STOPPED : End.FINISHED, Optional.of(result), "");
    }

    /** Of a run that did not. */
    public static RunOutcome failed(Throwable failure) {
        return new RunOutcome(End.FAILED, Optional.empty(), String.valueOf(failure.getMessage()));
    }
}
