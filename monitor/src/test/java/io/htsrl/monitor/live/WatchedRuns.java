package io.htsrl.monitor.live;

import io.htsrl.monitor.live.model.PageFeed;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.server.Address;
import io.htsrl.monitor.live.server.Token;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs that are made up, and the page of {@code hts watch} over them. One thread. */
public final class WatchedRuns implements Closeable {
    private final LivePage page;

    private WatchedRuns(LivePage page) {
        this.page = page;
    }

    /** Serves the page. */
    public static WatchedRuns watch(Path... runs) {
        List<RunModel> models = Stream.of(runs).map(RunModel::of).toList();
        return new WatchedRuns(LivePage.open(
                new Address(Address.LOOPBACK, 0),
                "--port",
                new PageFeed(models, Optional.empty()),
                Map.of(),
                Token.create(),
                Map.of()));
    }

    /** A run directory with so many lines of metrics. */
    public static Path write(Path folder, int lines) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("config.yaml"), "algo: ppo\nenv: CartPole-v1\nseed: 1\nschedule: hts\nnum-envs: 16\n");
        Files.writeString(folder.resolve("metrics.jsonl"), lines(0, lines));
        StringBuilder evaluations = new StringBuilder("interval,timestep,wall_seconds,policy,episode,return,length\n");
        for (int i = 0; i < lines; i += 20) {
            for (int episode = 0; episode < 5; episode++) {
                double ret = 20 + i + 7.0 * episode;
                evaluations.append(String.format(
                        Locale.ROOT, "%d,%d,%s,greedy,%d,%s,%d%n", i, 320 * i, 0.02 * i, episode, ret, (int) ret));
            }
        }
        Files.writeString(folder.resolve("evaluations.csv"), evaluations);
        return folder;
    }

    /** Lines of metrics, from one interval to before another. */
    public static String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            double ret = 20 + i * 0.7 + 15 * StrictMath.sin(i * 0.3);
            text.append(String.format(
                    Locale.ROOT,
                    "{\"interval\":%d,\"timesteps\":%d,\"wall_seconds\":%s,\"steps_per_second\":%s,\"episodes\":%d,"
                            + "\"mean_return_100\":%s,\"lag\":%d,\"policy_loss\":%s,\"entropy\":%s}\n",
                    i,
                    320 * (i + 1),
                    0.02 * (i + 1),
                    16000 + 900 * StrictMath.cos(i),
                    3 * i,
                    i == 0 ? "null" : Double.toString(ret),
                    i == 0 ? -1 : 1,
                    -0.01 * StrictMath.cos(i * 0.1),
                    0.69 - i * 0.001));
        }
        return text.toString();
    }

    public String url() {
        return page.url();
    }

    @Override
    public void close() {
        page.close();
    }
}
