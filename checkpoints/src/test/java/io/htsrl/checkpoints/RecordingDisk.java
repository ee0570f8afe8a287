package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Disk.DraftFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A disk that says what was done to it, in order; the real one behind it. Tests may stop it anywhere. */
public class RecordingDisk implements Disk {
    /** Such as {@code rename a b}; names without their folders. */
    public final List<String> log = new ArrayList<>();

    /** Called before each deed; what it throws keeps that from happening. */
    protected void before(String deed) throws IOException {
        log.add(deed);
    }

    @Override
    public DraftFile open(Path path) throws IOException {
        before("open " + path.getFileName());
        DraftFile real = REAL.open(path);
        return new DraftFile() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                before("write " + path.getFileName());
                real.write(bytes, offset, length);
            }

            @Override
            public void complete(int position, byte[] bytes) throws IOException {
                before("sync " + path.getFileName());
                real.complete(position, bytes);
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        before("rename " + from.getFileName() + " " + to.getFileName());
        REAL.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        before("delete " + file.getFileName());
        REAL.delete(file);
    }

    @Override
    public void syncFolder(Path folder) {
        log.add("sync folder " + folder.getFileName());
        REAL.syncFolder(folder);
    }
}
