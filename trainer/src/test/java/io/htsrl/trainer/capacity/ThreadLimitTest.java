package io.htsrl.trainer.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.trainer.capacity.Limits.ThreadLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadLimitTest {
    @TempDir
    Path system;

    private void file(String name, String text) throws IOException {
        Path file = system.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void shouldTakeTheLowestOfAllLimits() throws IOException {
        file(
                "proc/self/limits",
                "Limit     Soft Limit   Hard Limit   Units\nMax processes      96364    96364    processes\n");
        file("proc/sys/kernel/threads-max", "192729\n");
        file("proc/sys/vm/max_map_count", "65530\n");
        assertEquals(new ThreadLimit(30765, "vm.max_map_count, two for each thread"), ThreadLimit.of(system, false));

        file("proc/self/cgroup", "12:pids:/old\n0::/a/b\n");
        file("sys/fs/cgroup/a/b/pids.max", "max\n");
        file("sys/fs/cgroup/a/pids.max", "5000\n");
        assertEquals(new ThreadLimit(5000, "pids.max of the container"), ThreadLimit.of(system, false));

        file("sys/fs/cgroup/pids/old/pids.max", "400\n");
        assertEquals(400, ThreadLimit.of(system, false).most());

        file("proc/self/limits", "Max processes             128         unlimited     processes\n");
        assertEquals(new ThreadLimit(128, "ulimit -u"), ThreadLimit.of(system, false));
        assertEquals(400, ThreadLimit.of(system, true).most(), "it does not hold for root");
    }

    @Test
    void shouldNotLimitWhereNothingCanBeRead() throws IOException {
        assertEquals(ThreadLimit.NONE, ThreadLimit.of(system, false));

        file("proc/self/limits", "Max processes             unlimited            unlimited            processes\n");
        assertEquals(ThreadLimit.NONE, ThreadLimit.of(system, false));
    }
}
