package io.htsrl.papers.reactors;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.benchmarks.peers.PeerPython;
import io.htsrl.core.schedule.WaitMode;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Kwok et al. 2023: measures the time to broadcast an object to actors and to gather one from each. */
@Command(
        name = "broadcast-gather",
        sortOptions = false,
        description =
                "Broadcasts an object of 1 KB to 100 MB to 1 to 16 actors and gathers one of that size from each.")
final class BroadcastGather extends ExperimentCommand {
    private static final double MEGABYTE = 1e6;

    @Option(names = "--actors", split = ",", description = "Numbers of actors; default ${DEFAULT-VALUE}.")
    private List<Integer> actors = List.of(1, 2, 4, 8, 16);

    @Option(names = "--kilobytes", split = ",", description = "Sizes of an object; default ${DEFAULT-VALUE}.")
    private List<Integer> kilobytes = List.of(1, 10, 100, 1_000, 10_000, 100_000);

    @Option(
            names = "--megabytes-copied",
            description = "Approximate megabytes copied per cell, which decide its rounds; default ${DEFAULT-VALUE}.")
    private int megabytes = 2_000;

    @Option(names = "--most-rounds", description = "Maximum rounds of a cell; default ${DEFAULT-VALUE}.")
    private int mostRounds = 2_000;

    @Mixin
    private PeerPython ray;

    private final MarkdownTable table =
            new MarkdownTable("KB", "actors", "shared, ms", "copied, ms", "Ray, ms", "Ray / shared");
    private final ChartFile picture = new ChartFile("An object broadcast to 16 actors and gathered", "KB", "ms");

    @Override
    protected void run() throws Exception {
        check(actors.stream().allMatch(each -> each >= 1 && each <= 64), "--actors must be in 1 .. 64, not " + actors);
        check(
                kilobytes.stream().allMatch(each -> each >= 1 && each <= 200_000),
                "--kilobytes must be in 1 .. 200000, not " + kilobytes);
        check(megabytes >= 1 && mostRounds >= 1, "--megabytes-copied and --most-rounds must be at least 1");
        heading("Each actor answers with an object of the size that it receives; mean times of a round");
        int most = actors.stream().max(Integer::compare).orElseThrow();
        for (int size : kilobytes) {
            for (int count : actors) {
                int rounds = (int) Math.max(3, Math.min(mostRounds, megabytes * MEGABYTE / (2000.0 * size * count)));
                double shared = millis(count, size, rounds, false);
                double copied = millis(count, size, rounds, true);
                Map<String, Double> found =
                        ray.measure("ray_reactors.py", List.of("broadcast-gather", count, size, Math.min(rounds, 50)));
                Object rays = PeerPython.cell(found, "ms");
                table.row(size, count, shared, copied, rays, rays instanceof Double ms ? ms / shared : rays);
                if (count == most) {
                    picture.add("shared", size, shared).add("copied", size, copied);
                    found.forEach((name, ms) -> picture.add("Ray", size, ms));
                }
            }
        }
        print(table);
        print("Their numbers (other machine), 16 actors and 10 MB: Ray 20 ms, Lingua Franca 5 ms.");
        draw(picture);
    }

    private double millis(int count, int size, int rounds, boolean copied) throws InterruptedException {
        int floats = Math.max(2, size * 1000 / Float.BYTES);
        return 1e3 * new Exchange(count, floats, rounds, copied, WaitMode.PHASED).seconds();
    }
}
