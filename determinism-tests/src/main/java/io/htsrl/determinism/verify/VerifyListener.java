package io.htsrl.determinism.verify;

/** Hears how a verification goes on, on its thread. */
public interface VerifyListener {

    /** A run begins. */
    default void onStart(int number, int of, PerturbedRun run) {}

    /** A run ended without a result; its row follows. */
    default void onFailure(RepetitionFailedException failure) {}

    /** A run was compared. */
    default void onRow(VerifyRow row) {}

    /** A run that differs is made again, together with the reference. */
    default void onLocalizing(VerifyRow row) {}

    /** It is known where it parts from the reference, or that it is not found. */
    default void onLocalized(VerifyRow row) {}
}
