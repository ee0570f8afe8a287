package io.htsrl.benchmarks.nodes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Virtual machines of this one: network namespaces, each with a link to the learner and a share of the last processor
 * (control groups, version 1). A share of several processors would be less exact: each processor keeps some
 * milliseconds that the others can't use. Needs root, iproute2 and taskset. One thread.
 */
final class Machines implements AutoCloseable {
    /** Address of the learner, reachable from all machines. */
    static final String LEARNER = "10.231.0.1";

    private static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");
    private static final int PERIOD_MICROS = 20_000; // short, so that a message is not delayed for long

    private final List<String> names = new ArrayList<>();
    private final double share;

    /** @param share share of one processor of each machine */
    Machines(double share) throws IOException, InterruptedException {
        this.share = share;
        run("ip", "addr", "add", LEARNER + "/32", "dev", "lo");
    }

    /** Returns whether this system allows it. */
    static boolean supported() throws InterruptedException {
        try {
            boolean root = Files.isWritable(GROUPS) && Files.exists(GROUPS.resolve("cpu.cfs_quota_us"));
            if (root) {
                run("ip", "netns", "add", "hts-probe");
                run("ip", "netns", "del", "hts-probe");
            }
            return root;
        } catch (IOException e) {
            return false;
        }
    }

    /** Adds a machine and returns the prefix of commands that run on it. */
    List<String> add() throws IOException, InterruptedException {
        int number = names.size() + 1;
        String name = "hts-share" + number;
        names.add(name);
        String inside = "hts-i" + number;
        run("ip", "netns", "add", name);
        run("ip", "link", "add", name, "type", "veth", "peer", "name", inside);
        run("ip", "link", "set", inside, "netns", name);
        run("ip", "addr", "add", gateway(number) + "/30", "dev", name);
        run("ip", "link", "set", name, "up");
        for (String[] each : new String[][] {
            {"ip", "addr", "add", address(number) + "/30", "dev", inside},
            {"ip", "link", "set", inside, "up"},
            {"ip", "route", "add", "default", "via", gateway(number)}
        }) {
            List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", name));
            command.addAll(List.of(each));
            run(command.toArray(String[]::new));
        }
        Path group = GROUPS.resolve(name);
        Files.createDirectories(group);
        Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(Math.round(share * PERIOD_MICROS)));
        return List.of("ip", "netns", "exec", name);
    }

    /** Returns the address of a machine; they are numbered from 1. */
    static String address(int number) {
        return "10.231." + number + ".2";
    }

    private static String gateway(int number) {
        return "10.231." + number + ".1";
    }

    /** Limits a process to the share of its machine from now on. */
    void limit(int number, Process process) throws IOException, InterruptedException {
        String processor = Integer.toString(Runtime.getRuntime().availableProcessors() - 1);
        run("taskset", "-a", "-c", "-p", processor, Long.toString(process.pid()));
        Files.writeString(GROUPS.resolve(names.get(number - 1)).resolve("cgroup.procs"), Long.toString(process.pid()));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output.strip());
        }
    }

    /** Removes all machines; their processes must have ended. */
    @Override
    public void close() throws InterruptedException {
        for (String name : names) {
            runIfPossible("ip", "link", "del", name);
            runIfPossible("ip", "netns", "del", name);
            runIfPossible("rmdir", GROUPS.resolve(name).toString());
        }
        runIfPossible("ip", "addr", "del", LEARNER + "/32", "dev", "lo");
    }

    private static void runIfPossible(String... command) throws InterruptedException {
        try {
            run(command);
        } catch (IOException e) {
            // it does not exist
        }
    }
}
