package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.TrainingResult;
import java.util.Optional;

/**
 * The end of a run. Immutable.
 *
 * @param end in a word
 * @param result its result; empty where it failed
 * @param message why it failed; empty where it did not
 */
public record RunOutcome(End end, Optional<TrainingResult> result, String message) {

    /** The ways in which a run can end. */
    public enum End {
        FINISHED,
        /** Ended early on request. */
        STOPPED,
        FAILED
    }

    /** Returns the outcome of a run that ended with a result. */
    public static RunOutcome of(TrainingResult result) {
        return new RunOutcome(result.stopped() ? End.STOPPED : End.FINISHED, Optional.of(result), "");
    }

    /** Returns the outcome of a run that failed. */
    public static RunOutcome failed(Throwable failure) {
        return new RunOutcome(End.FAILED, Optional.empty(), String.valueOf(failure.getMessage()));
    }
}
