package io.htsrl.determinism.verify;

/** Receives the events of a verification, on its thread. */
public interface VerifyListener {

    /** A run begins. */
    default void onStart(int number, int of, PerturbedRun run) {}

    /** A run ended without a result; its row follows. */
    default void onFailure(RepetitionFailedException failure) {}

    /** A run was compared. */
    default void onRow(VerifyRow row) {}

    /** A run that differs is made again, together with the reference. */
    default void onLocalizing(VerifyRow row) {}

    /** The search for the first difference of a run ended. */
    default void onLocalized(VerifyRow row) {}
}
