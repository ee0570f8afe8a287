package io.htsrl.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A share of all processor time for commands: by a control group with a quota, which needs root; otherwise by
 * {@code taskset}, if the share is a number of whole cores. Closing removes the group. One thread.
 */
final class CpuShare implements AutoCloseable {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 100_000;

    private final Path group; // null: whole cores
    private final int cores;
    private final String how;

    private CpuShare(Path group, int cores, String how) {
        this.group = group;
        this.cores = cores;
        this.how = how;
    }

    /** Returns a share of whole cores. */
    static CpuShare ofCores(int cores) {
        return new CpuShare(null, cores, cores + (cores == 1 ? " core" : " cores"));
    }

    /**
     * Returns a share of all cores.
     *
     * @param percent above 0, at most 100
     * @param of number of all cores
     * @return empty if this machine can't provide it
     */
    static Optional<CpuShare> ofPercent(int percent, int of) {
        return ofPercent(percent, of, GROUPS);
    }

    static Optional<CpuShare> ofPercent(int percent, int of, Path groups) {
        String how = percent + " %";
        if (percent == 100) {
            return Optional.of(new CpuShare(null, of, how));
        }
        try {
            return Optional.of(new CpuShare(group((long) PERIOD_MICROS * of * percent / 100, groups), of, how));
        } catch (IOException notAllowed) {
            return percent * of % 100 == 0
                    ? Optional.of(new CpuShare(null, percent * of / 100, how))
                    : Optional.empty();
        }
    }

    private static Path group(long quota, Path groups) throws IOException {
        boolean version2 = Files.exists(groups.resolve("cgroup.controllers"));
        Path group = (version2 ? groups : groups.resolve("cpu"))
                .resolve("hts-rl-" + ProcessHandle.current().pid());
        if (!version2 && !Files.isDirectory(group.getParent())) {
            throw new IOException("control groups of the processor are missing");
        }
        Files.createDirectories(group);
        try {
            if (version2) {
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            } else {
                Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
                Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
            }
        } catch (IOException e) {
            Files.deleteIfExists(group);
            throw e;
        }
        return group;
    }

    /** Returns the command that runs {@code plain} with this share. */
    List<String> command(List<String> plain) {
        List<String> command = new ArrayList<>(
                group == null
                        ? List.of("taskset", "-c", "0-" + (cores - 1))
                        : List.of("sh", "-c", "echo $$ > '" + group + "/cgroup.procs' && exec \"$@\"", "sh"));
        command.addAll(plain);
        return command;
    }

    /** Returns text such as {@code 2 cores} or {@code 25 %}. */
    @Override
    public String toString() {
        return how;
    }

    @Override
    public void close() throws IOException {
        if (group != null) {
            Files.deleteIfExists(group);
        }
    }
}
