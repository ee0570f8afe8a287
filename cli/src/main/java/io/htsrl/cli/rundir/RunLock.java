package io.htsrl.cli.rundir;

import io.htsrl.core.error.ConfigurationException;
import java.io.Closeable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Exclusive right to write to a run directory: the lock on its {@code digests.jsonl}, held until it is closed. Every
 * writer takes it first. One thread; excludes other processes and other threads of this one.
 *
 * <p>While it is held, that file is read through it alone: systems release a lock when the process closes any handle of
 * the file.
 */
public record RunLock(Path folder, LineFile file) implements Closeable {
    static final String FILE = "digests.jsonl";

    /**
     * Takes the lock of a run that begins. {@code folder} is this run's, since that file can be made only once.
     *
     * @throws ConfigurationException when another run has begun there
     * @throws RunDirectoryException when the file cannot be made
     */
    static RunLock ofNewRun(Path folder) {
        try {
            return new RunLock(
                    folder,
                    LineFile.open(folder.resolve(FILE), StandardOpenOption.CREATE_NEW)
                            .lock());
        } catch (RunDirectoryException e) {
            if (e.getCause() instanceof FileAlreadyExistsException) {
                throw RunFiles.refused(
                        folder, "must be new or empty, and another run has begun in it", "choose another --out");
            }
            throw e;
        }
    }

    /**
     * Takes the lock of an existing run.
     *
     * @throws ConfigurationException when a run is writing to {@code folder}, or it holds no such file
     * @throws RunDirectoryException when the file cannot be opened
     */
    public static RunLock of(Path folder) {
        return new RunLock(folder, LineFile.existing(folder.resolve(FILE)).lock());
    }

    @Override
    public void close() {
        file.close();
    }
}
