package io.htsrl.papers.replay;

/** What one thread of an experiment does again and again. One thread at a time. */
@FunctionalInterface
interface Worker {

    /**
     * Does some of it.
     *
     * @param index of the time that it is asked, which names its draws
     * @return the operations done
     */
    long work(long index);
}
