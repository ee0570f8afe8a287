package io.htsrl.papers.replay;

/** Repeated work of one thread of an experiment. One thread at a time. */
@FunctionalInterface
interface Worker {

    /**
     * Does one piece of work.
     *
     * @param index index of the piece, which selects its random draws
     * @return number of operations
     */
    long work(long index);
}
