package io.htsrl.trainer.checkpoint;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** A file under way. One thread. */
interface DraftFile extends Closeable {

    /** Opens drafts; tests have their own disks. */
    @FunctionalInterface
    interface Disk {
        /** The real one. */
        Disk REAL = DraftFile::open;

        /** Creates the file, or empties it. */
        DraftFile open(Path path) throws IOException;
    }

    /** Appends. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Writes over what is there and completes the file: it is durable when this returns. */
    void complete(int position, byte[] bytes) throws IOException;

    /** A file on disk; not a channel, because an interrupt of the calling thread would close that halfway. */
    private static DraftFile open(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        return new DraftFile() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                file.write(bytes, offset, length);
            }

            @Override
            public void complete(int position, byte[] bytes) throws IOException {
                file.setLength(file.getFilePointer()); // a left-over draft may have been longer
                file.seek(position);
                file.write(bytes);
                file.getFD().sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
