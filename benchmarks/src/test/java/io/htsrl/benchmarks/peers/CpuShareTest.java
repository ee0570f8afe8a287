package io.htsrl.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuShareTest {
    private static final List<String> PLAIN = List.of("java", "-version");

    @TempDir
    private Path groups;

    private Path only() throws IOException {
        try (var found = Files.list(Files.isDirectory(groups.resolve("cpu")) ? groups.resolve("cpu") : groups)) {
            return found.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    @Test
    void shouldSetTheQuotaOfANewGroup() throws IOException {
        Files.writeString(groups.resolve("cgroup.controllers"), "cpu");
        CpuShare share = CpuShare.ofPercent(25, 6, groups).orElseThrow();

        assertEquals("150000 100000", Files.readString(only().resolve("cpu.max")));
        List<String> command = share.command(PLAIN);
        assertTrue(command.get(2).contains(only() + "/cgroup.procs"), command::toString);
        assertEquals(PLAIN, command.subList(4, 6));
        assertEquals("25 %", share.toString());
    }

    @Test
    void shouldUseTheGroupsOfOlderKernels() throws IOException {
        Files.createDirectory(groups.resolve("cpu"));
        assertEquals("50 %", CpuShare.ofPercent(50, 3, groups).orElseThrow().toString());

        assertEquals("150000", Files.readString(only().resolve("cpu.cfs_quota_us")));
        assertEquals("100000", Files.readString(only().resolve("cpu.cfs_period_us")));
    }

    @Test
    void shouldUseWholeCoresWithoutControlGroups() {
        assertEquals(
                List.of("taskset", "-c", "0-0", "java", "-version"),
                CpuShare.ofPercent(50, 2, groups).orElseThrow().command(PLAIN));
        assertFalse(CpuShare.ofPercent(25, 2, groups).isPresent(), "half a core");
        assertEquals(
                "0-1",
                CpuShare.ofPercent(100, 2, groups).orElseThrow().command(PLAIN).get(2));
    }
}
