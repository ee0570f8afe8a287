package io.htsrl.checkpoints.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** What the system has. Stateless, any thread. */
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
