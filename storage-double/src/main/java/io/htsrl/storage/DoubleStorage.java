package io.htsrl.storage;

/**
 * Two banks, one being written and one being read. Only the thread that runs the {@link SwapBarrier}'s action calls
 * {@link #swap}; the barrier orders it between the accesses before and after, so plain fields suffice.
 */
public final class DoubleStorage {
    private StorageBank write;
    private StorageBank read;

    public DoubleStorage(BankShape shape) {
        write = new StorageBank(shape);
        read = new StorageBank(shape);
    }

    /** Returns the bank that executors fill in this interval. */
    public StorageBank write() {
        return write;
    }

    /** Returns the bank that was filled in the previous interval. */
    public StorageBank read() {
        return read;
    }

    /** Exchanges the banks. */
    public void swap() {
        StorageBank filled = write;
        write = read;
        read = filled;
    }
}
