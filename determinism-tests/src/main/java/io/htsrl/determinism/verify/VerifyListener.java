package io.htsrl.determinism.verify;

/** Receives the events of a verification, on its thread. */
public interface VerifyListener {

    /** Is called when a run begins. */
    default void onStart(int number, int of, PerturbedRun run) {}

    /** Is called when a run ended without a result; its row follows. */
    default void onFailure(RepetitionFailedException failure) {}

    /** Is called when a run was compared. */
    default void onRow(VerifyRow row) {}

    /** Is called before a run that differs is repeated, together with the reference. */
    default void onLocalizing(VerifyRow row) {}

    /** Is called when the search for the first difference of a run has ended. */
    default void onLocalized(VerifyRow row) {}
}
