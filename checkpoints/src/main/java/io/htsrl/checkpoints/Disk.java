package io.htsrl.checkpoints;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The file operations that {@link WholeFiles} uses; tests can replace them, for example with a full disk. Any thread;
 * one at a time for each file.
 */
public interface Disk {
    /** The real disk. */
    Disk REAL = new RealDisk();

    /** Creates a file, or empties it. */
    DraftFile open(Path path) throws IOException;

    /** Renames a file in one step; an existing file of that name is replaced. */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file, if it exists. */
    void delete(Path file) throws IOException;

    /**
     * Makes the creations, renames and deletions in {@code folder} durable, if the system can open and sync a folder;
     * otherwise they become durable when the file system next writes by itself.
     */
    void syncFolder(Path folder);

    /** A file that is being written. One thread. */
    interface DraftFile extends Closeable {

        /** Appends bytes. */
        void write(byte[] bytes, int offset, int length) throws IOException;

        /** Overwrites bytes at a position, maybe none, and completes the file: it is durable when this returns. */
        void complete(int position, byte[] bytes) throws IOException;
    }

    /** The file system. Stateless, any thread. */
    final class RealDisk implements Disk {

        /**
         * Opens a new file without a channel, because an interrupt of the calling thread would close a channel halfway.
         * It first deletes what has the name: a left-over draft, or a link in a stranger's folder to a file elsewhere.
         */
        @Override
        public DraftFile open(Path path) throws IOException {
            Files.deleteIfExists(path);
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            return new DraftFile() {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    file.write(bytes, offset, length);
                }

                @Override
                public void complete(int position, byte[] bytes) throws IOException {
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

        @Override
        public void rename(Path from, Path to) throws IOException {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void delete(Path file) throws IOException {
            Files.deleteIfExists(file);
        }

        @Override
        public void syncFolder(Path folder) {
            boolean interrupted = Thread.interrupted(); // an interrupt would close the channel
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            } catch (IOException e) {
                // by the contract
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
