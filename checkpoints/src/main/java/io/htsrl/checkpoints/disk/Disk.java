package io.htsrl.checkpoints.disk;

import java.io.IOException;
import java.nio.file.Path;

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
}
