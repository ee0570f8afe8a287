package io.htsrl.trainer.watch;

/** Where an environment is, for messages. Asked by another thread, during a call of the environment. */
public interface Place {

    /** Such as {@code step 17 of interval 3}. */
    String text();

    /** The interval of the run; -1 outside of intervals. */
    default long interval() {
        return -1;
    }
}
