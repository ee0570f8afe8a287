package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.SequenceConfig;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Fills a memory of Atari's size, uses it as DQN does, saves and loads it, uses both further and compares every bit.
 */
@Command(
        name = "frames",
        sortOptions = false,
        description = "Fills a memory of 84x84 frames, uses, saves and loads it, and compares every bit.")
final class Frames extends ExperimentCommand {
    private static final RandomStream STREAM = RandomStream.root(1).spawn("frames");
    private static final int BUFFER = 1 << 20;
    private static final int AFTERWARDS = 200;
    private static final double SIZE_MARGIN = 1.08;
    private static final double MEGABYTE = 1e6;

    @Option(names = "--frames", description = "Capacity of the memory in steps; default ${DEFAULT-VALUE}.")
    private int frames = 100_000;

    @Option(names = "--minutes", description = "Minutes of use; default ${DEFAULT-VALUE}.")
    private double minutes = 0.5;

    @Option(names = "--num-envs", description = "Number of environments; default ${DEFAULT-VALUE}.")
    private int environments = 16;

    @Option(names = "--batch", description = "Transitions of one update; default ${DEFAULT-VALUE}.")
    private int batch = 32;

    @Option(names = "--steps-per-update", description = "Steps appended before each update; default ${DEFAULT-VALUE}.")
    private int stepsPerUpdate = 4;

    @Option(names = "--folder", description = "Folder for the saved memory; default: the one for temporary files.")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    private final MarkdownTable table = new MarkdownTable(
            "what", "seconds", "rate", "of", "heap used, MB", "outside of the heap, MB", "resident, MB");
    private final ChartFile picture = new ChartFile("A replay memory of Atari frames", "what", "MB");

    /** State of a memory and its use: counters, digest of the saved memory, digest of the next updates. */
    private record UseResult(long appended, long updates, byte[] saved, byte[] next) {}

    @Override
    protected void run() throws Exception {
        ReplayConfig config = config();
        heading(
                "%d frames of %d bytes, %d environments, stacks of 4, 3 steps; heap of at most %.0f MB",
                frames,
                AtariSteps.FRAME.size(),
                environments,
                Runtime.getRuntime().maxMemory() / MEGABYTE);
        Path file = Files.createTempFile(folder, "frames", ".memory");
        try {
            UseResult first = first(config, file);
            UseResult second = second(config, file, first);
            print(table);
            draw(picture);
            boolean same = Arrays.equals(first.saved, second.saved) && Arrays.equals(first.next, second.next);
            if (!same) {
                throw new IllegalStateException("the loaded memory differs from the saved one");
            }
            print("Saved again, and " + AFTERWARDS + " updates later: the same bits.");
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private ReplayConfig config() throws IOException {
        check(environments >= 1 && batch >= 1, "--num-envs and --batch must be at least 1");
        check(stepsPerUpdate >= 0, "--steps-per-update must be at least 0, not " + stepsPerUpdate);
        check(minutes >= 0 && minutes <= 60, "--minutes must be in 0 .. 60, not " + minutes);
        long least = ReplayConfig.leastCapacity(environments, 4, 3, SequenceConfig.NONE);
        check(
                frames >= least && frames <= ReplayConfig.MAX_CAPACITY,
                "--frames must be in " + least + " .. 2^27, not " + frames);
        ReplayConfig config = new ReplayConfig(frames, environments, AtariSteps.FRAME, 4, 1, 3, 0.99, 0.6, 1e-6);
        double heap = SIZE_MARGIN * config.heapBytes() + (200 << 20);
        check(
                heap <= Runtime.getRuntime().maxMemory(),
                "--frames " + frames + " needs a heap of "
                        + (long) (heap / MEGABYTE) + " MB, but this JVM has "
                        + (long) (Runtime.getRuntime().maxMemory() / MEGABYTE) + " MB: set HTS_JAVA_OPTS=-Xmx"
                        + (long) Math.ceil(heap / (1 << 20)) + "m");
        check(Files.isDirectory(folder), "--folder " + folder + " must be a folder");
        long free = Files.getFileStore(folder).getUsableSpace();
        check(
                free >= SIZE_MARGIN * config.heapBytes(),
                "--folder " + folder + " has " + (long) (free / MEGABYTE) + " MB free, but the memory needs "
                        + (long) (SIZE_MARGIN * config.heapBytes() / MEGABYTE) + " MB: name another folder");
        return config;
    }

    private UseResult first(ReplayConfig config, Path file) throws IOException {
        PrioritizedReplay memory = new PrioritizedReplay(config);
        AtariSteps steps = new AtariSteps(environments, STREAM, 0);
        long begun = System.nanoTime();
        while (steps.appended() < frames) {
            steps.appendTo(memory);
        }
        record("fill", begun, frames, "frames/s");
        AtariUse use = new AtariUse(memory, steps, batch, stepsPerUpdate, STREAM.spawn("use"), 0);
        begun = System.nanoTime();
        while (System.nanoTime() - begun < minutes * 60e9) {
            use.update();
        }
        record("use", begun, use.updates(), "updates/s");
        begun = System.nanoTime();
        byte[] saved;
        try (OutputStream out = Files.newOutputStream(file)) {
            saved = save(memory, out);
        }
        record("save", begun, Files.size(file) / MEGABYTE, "MB/s");
        return new UseResult(use.appended(), use.updates(), saved, use.digest(AFTERWARDS));
    }

    private UseResult second(ReplayConfig config, Path file, UseResult first) throws IOException {
        PrioritizedReplay memory = new PrioritizedReplay(config);
        long begun = System.nanoTime();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            memory.restore(in);
        }
        record("load", begun, Files.size(file) / MEGABYTE, "MB/s");
        byte[] saved = save(memory, OutputStream.nullOutputStream());
        AtariSteps steps = new AtariSteps(environments, STREAM, first.appended);
        AtariUse use = new AtariUse(memory, steps, batch, stepsPerUpdate, STREAM.spawn("use"), first.updates);
        return new UseResult(first.appended, first.updates, saved, use.digest(AFTERWARDS));
    }

    /** Saves a memory and returns the digest of its bytes. */
    private static byte[] save(PrioritizedReplay memory, OutputStream to) throws IOException {
        MessageDigest digest = AtariUse.sha256();
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new DigestOutputStream(to, digest), BUFFER));
        memory.save(out);
        out.flush();
        return digest.digest();
    }

    private void record(String what, long begun, double done, String of) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        ProcessMemory memory = ProcessMemory.now();
        table.row(what, seconds, done / seconds, of, memory.heap(), memory.direct(), memory.resident());
        picture.add("heap used", what, memory.heap()).add("resident", what, memory.resident());
    }
}
