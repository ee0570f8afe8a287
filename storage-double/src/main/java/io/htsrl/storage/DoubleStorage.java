package io.htsrl.storage;

/**
 * Which of two banks is being written and which is being read. {@link #swap} is called by the one thread that runs
 * the {@link SwapBarrier}'s action and by nobody else; the barrier orders it between the accesses before and after,
 * so plain fields suffice.
 */
public final class DoubleStorage {
    private StorageBank write;
    private StorageBank read;

    public DoubleStorage(BankShape shape) {
        write = new StorageBank(shape);
        read = new StorageBank(shape);
    }

    /** The bank that executors fill in this interval. */
    public StorageBank write() {
        return write;
    }

    /** The bank that was filled in the previous interval. */
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
