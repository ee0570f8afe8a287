package io.htsrl.checkpoints.disk;

import java.io.Closeable;
import java.io.IOException;

/** A file under way. One thread. */
public interface DraftFile extends Closeable {

    /** Appends. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Writes over what is there, maybe nothing, and completes the file: it is durable when this returns. */
    void complete(int position, byte[] bytes) throws IOException;
}
