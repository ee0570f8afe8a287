package io.htsrl.cli.rundir.files;

import io.htsrl.storage.BitHasher;

/**
 * XXH3-128 of all bytes so far, however they are cut into pieces; kept while a file is written, so that nobody need
 * read it again. Allocates nothing per piece. One thread.
 */
final class RunningChecksum {
    private final BitHasher hasher = new BitHasher();
    private final byte[] block = new byte[1 << 12]; // only whole blocks are absorbed: pieces leave no trace
    private int used;

    RunningChecksum() {
        restart();
    }

    /** Of nothing. */
    void restart() {
        hasher.restart(0, 0);
        used = 0;
    }

    void add(byte[] bytes, int offset, int length) {
        for (int done = 0; done < length; ) {
            int count = Math.min(length - done, block.length - used);
            System.arraycopy(bytes, offset + done, block, used, count);
            used += count;
            done += count;
            if (used == block.length) {
                hasher.bytes(block, 0, used);
                used = 0;
            }
        }
    }

    /** As 32 hexadecimal digits; more may be added. */
    String hex() {
        long low = hasher.low();
        long high = hasher.high();
        hasher.bytes(block, 0, used);
        String hex = hasher.hex();
        hasher.restart(low, high);
        return hex;
    }
}
