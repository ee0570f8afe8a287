package io.htsrl.python;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that a worker shares: a file, in {@code /dev/shm} where there is room. It is written whole before it is
 * mapped, since a page that the file system has no room for would end the process that touches it. Its name is removed
 * as soon as the worker has opened it, so that nothing stays behind whatever becomes of either process.
 */
final class MappedFile implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int CHUNK = 1 << 16;

    private final Path path;
    private final ByteBuffer buffer;

    private MappedFile(Path path, ByteBuffer buffer) {
        this.path = path;
        this.buffer = buffer;
    }

    /** @throws IOException when no place has so much room */
    static MappedFile create(int size) throws IOException {
        if (Files.isWritable(MEMORY)) {
            try {
                return create(Files.createTempFile(MEMORY, "hts-rl-", ""), size);
            } catch (IOException e) {
                return create(Files.createTempFile("hts-rl-", ""), size); // full, perhaps
            }
        }
        return create(Files.createTempFile("hts-rl-", ""), size);
    }

    private static MappedFile create(Path path, int size) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
            for (int written = 0; written < size; ) {
                zeros.clear().limit(Math.min(CHUNK, size - written));
                written += channel.write(zeros, written);
            }
            ByteBuffer buffer =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.nativeOrder());
            return new MappedFile(path, buffer);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    Path path() {
        return path;
    }

    ByteBuffer buffer() {
        return buffer;
    }

    /** Removes the name: who has it open keeps it. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // a file of some kilobytes more in a folder that the system empties
        }
    }
}
