package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Disk.DraftFile;
import java.io.IOException;
import java.nio.file.Path;

/** The real disk, but with room for so many bytes; the sync at a file's end takes one more. Counts what is written. */
final class SmallDisk extends RecordingDisk {
    private final long room;
    private long used;

    SmallDisk(long room) {
        this.room = room;
    }

    long used() {
        return used;
    }

    /** Takes what it has room for. */
    private int take(int length) {
        int taken = (int) Math.min(length, room - used);
        used += taken;
        return taken;
    }

    @Override
    public DraftFile open(Path path) throws IOException {
        DraftFile real = REAL.open(path);
        return new DraftFile() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                int taken = take(length);
                real.write(bytes, offset, taken);
                refuseUnless(taken == length);
            }

            @Override
            public void complete(int position, byte[] bytes) throws IOException {
                refuseUnless(take(1) == 1);
                real.complete(position, bytes);
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    private static void refuseUnless(boolean room) throws IOException {
        if (!room) {
            throw new IOException("No space left on device");
        }
    }
}
