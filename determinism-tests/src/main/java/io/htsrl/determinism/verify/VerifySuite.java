package io.htsrl.determinism.verify;

import io.htsrl.core.run.RunAbortedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the runs of a matrix, compares each with the first, and localises the first few that differ. One thread;
 * {@link Repetitions}' session ends it early.
 */
public final class VerifySuite {
    private final Repetitions repetitions;
    private final Localizer localizer;
    private final int localizations;
    private final VerifyListener listener;
    private final List<VerifyResult.Row> rows = new ArrayList<>();
    private int localized;

    /** @param localizations most runs that are repeated when they differ; the others are only reported */
    public VerifySuite(Repetitions repetitions, Localizer localizer, int localizations, VerifyListener listener) {
        this.repetitions = repetitions;
        this.localizer = localizer;
        this.localizations = localizations;
        this.listener = listener;
    }

    /**
     * Runs to the end of the matrix, or of the session; ends at once where the reference fails.
     *
     * @param runs the reference, then the runs to compare with it
     */
    public VerifyResult run(List<PerturbedRun> runs) throws InterruptedException {
        try {
            Chain reference = null;
            for (PerturbedRun run : runs) {
                listener.onStart(rows.size() + 1, runs.size(), run);
                VerifyResult.Row row = make(run, reference);
                rows.add(row);
                listener.onRow(row);
                if (reference == null) {
                    if (row.verdict() == VerifyResult.Row.Verdict.FAILED) {
                        break; // there is nothing to compare with
                    }
                    reference = row.chain().orElseThrow();
                }
                if (row.verdict() == VerifyResult.Row.Verdict.DIFFERENT && localized < localizations) {
                    localize(row, runs.get(0), reference);
                }
            }
            return new VerifyResult(rows, false);
        } catch (RunAbortedException e) {
            return new VerifyResult(rows, true);
        }
    }

    private VerifyResult.Row make(PerturbedRun run, Chain reference) throws InterruptedException {
        int number = rows.size() + 1;
        try {
            Chain chain = repetitions.run(run, null);
            return VerifyResult.Row.compared(number, run, chain, reference == null ? chain : reference);
        } catch (Repetitions.RepetitionFailedException e) {
            listener.onFailure(e);
            return VerifyResult.Row.failed(number, run, e.getMessage());
        }
    }

    private void localize(VerifyResult.Row row, PerturbedRun first, Chain reference) throws InterruptedException {
        localized++;
        listener.onLocalizing(row);
        VerifyResult.Row localizedRow;
        try {
            localizedRow = row.with(localizer.localize(first, reference, row.run(), row.firstDifference()));
        } catch (Repetitions.RepetitionFailedException | IOException e) {
            localizedRow = row.with("could not be localised: " + e.getMessage());
        }
        rows.set(rows.size() - 1, localizedRow);
        listener.onLocalized(localizedRow);
    }

    /** Receives the events of a verification, on its thread. */
    public interface VerifyListener {

        /** Is called when a run begins. */
        default void onStart(int number, int of, PerturbedRun run) {}

        /** Is called when a run ended without a result; its row follows. */
        default void onFailure(Repetitions.RepetitionFailedException failure) {}

        /** Is called when a run was compared. */
        default void onRow(VerifyResult.Row row) {}

        /** Is called before a run that differs is repeated, together with the reference. */
        default void onLocalizing(VerifyResult.Row row) {}

        /** Is called when the search for the first difference of a run has ended. */
        default void onLocalized(VerifyResult.Row row) {}
    }
}
