package io.htsrl.checkpoints.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The few things that whole files are made with, so that tests can run out of room, or watch. Any thread; one at a time
 * for each file.
 */
public interface Disk {
    /** The real one. */
    Disk REAL = new RealDisk();

    /** Creates a file, or empties it. */
    DraftFile open(Path path) throws IOException;

    /** Gives a file another name in one step; what had that name is gone. */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file, if it is there. */
    void delete(Path file) throws IOException;

    /**
     * Makes what was created, renamed and deleted in {@code folder} durable, where the system allows: some cannot open
     * a folder or sync it, and then it becomes durable when the file system next writes by itself.
     */
    void syncFolder(Path folder);

    /** A file under way. One thread. */
    interface DraftFile extends Closeable {

        /** Appends. */
        void write(byte[] bytes, int offset, int length) throws IOException;

        /** Writes over what is there, maybe nothing, and completes the file: it is durable when this returns. */
        void complete(int position, byte[] bytes) throws IOException;
    }

    /** The file system. Stateless, any thread. */
    final class RealDisk implements Disk {

        /** Not a channel, because an interrupt of the calling thread would close that halfway. */
        @Override
        public DraftFile open(Path path) throws IOException {
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
                // as the contract says
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
