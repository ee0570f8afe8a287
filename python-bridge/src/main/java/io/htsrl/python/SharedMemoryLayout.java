package io.htsrl.python;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Layout of a replica's mapped file; {@code hts_replica.py} has the same numbers. Immutable.
 *
 * <pre>
 *   0  number of the request (JVM)        32 reward          64 the action's floats
 *   8  number that is complete (worker)   40 terminated      .. from a multiple of 64 on: the observation
 *  16  call, 20 status, 24 seed           44 truncated, 48 sleeping thread (JVM), 56 being served
 * </pre>
 *
 * The byte in the pipe makes a request happen before the worker serves it. The completed number makes the worker's
 * writes happen before the JVM reads them, where processors keep the order of stores (x86-64); on others the byte in
 * the other pipe does.
 *
 * @param observation offset of the observation
 * @param size bytes of the whole file
 */
record SharedMemoryLayout(int observation, int size) {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int CHUNK = 1 << 16;
    static final int NUMBER = 0;
    static final int DONE = 8;
    static final int CALL = 16;
    static final int STATUS = 20;
    static final int SEED = 24;
    static final int REWARD = 32;
    static final int TERMINATED = 40;
    static final int TRUNCATED = 44;
    static final int SLEEPS = 48;
    static final int SERVED = 56;
    static final int ACTIONS = 64;

    static final int RESET = 1;
    static final int STEP = 2;

    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int LINE = 64;

    /** Returns the layout for rows of so many floats and bytes. */
    static SharedMemoryLayout of(int actionWidth, long observationBytes) {
        int observation = ceil(ACTIONS + Math.multiplyExact(actionWidth, Float.BYTES));
        return new SharedMemoryLayout(observation, ceil(Math.toIntExact(observation + observationBytes)));
    }

    private static int ceil(int bytes) {
        return Math.addExact(bytes, LINE - 1) / LINE * LINE;
    }

    /**
     * Memory that is shared with a worker: a file, in {@code /dev/shm} where it has room. The file is written
     * completely before it is mapped, since touching a page without space in the file system would end the process. Its
     * name is removed as soon as the worker has opened it, so that no file remains however either process ends.
     */
    static final class MappedFile implements AutoCloseable {

        private final Path path;
        private final ByteBuffer buffer;

        private MappedFile(Path path, ByteBuffer buffer) {
            this.path = path;
            this.buffer = buffer;
        }

        /** @throws IOException when no folder has enough room */
        static MappedFile create(int size) throws IOException {
            if (Files.isWritable(MEMORY)) {
                try {
                    return create(Files.createTempFile(MEMORY, "hts-rl-", ""), size);
                } catch (IOException e) {
                    return create(Files.createTempFile("hts-rl-", ""), size); // possibly full
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

        /** Removes the name; processes that have opened the file keep it. */
        @Override
        public void close() {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // only some kilobytes remain, in a folder that the system empties
            }
        }
    }
}
