package io.htsrl.python;

/** Who has a request in a worker. Called by the thread that reads from it. */
interface Waiter {

    /** The request is complete, or never will be. */
    void woken();

    /** What went wrong in the request; before it is complete. */
    void failed(PythonException failure);
}
