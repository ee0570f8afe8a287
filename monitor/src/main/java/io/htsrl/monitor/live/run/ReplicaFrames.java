package io.htsrl.monitor.live.run;

import io.htsrl.core.render.FrameSource;
import io.htsrl.monitor.live.server.LiveServer;
import io.htsrl.trainer.report.RunMetrics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pictures of replicas, for pages that request them. The run makes pictures only of requested replicas: each at most
 * three times a second, however many pages ask, and at most four replicas at once. A page gets the picture that an
 * earlier request caused, so that no thread waits for a picture. Any thread.
 */
public final class ReplicaFrames {
    /** Number of replicas that can be watched at once. */
    static final int MOST = 4;

    /** Minimum time between two pictures of a replica. */
    static final long PERIOD_NANOS = 330_000_000;

    /** Time without a request after which a replica is no longer watched. */
    static final long FORGOTTEN_NANOS = 3_000_000_000L;

    private static final Pattern QUERY = Pattern.compile("replica=(\\d{1,9})");

    private final Supplier<Optional<RunMetrics>> gauges;
    private final LongSupplier clock;
    private final Map<Integer, View> views = new HashMap<>(); // guarded by this

    /** A watched replica. */
    private static final class View {
        private final FrameSource portrait;
        private LiveServer.Asset newest; // null until one exists
        private long askedAt;
        private long wishedAt;

        View(FrameSource portrait, long now) {
            this.portrait = portrait;
            this.wishedAt = now - PERIOD_NANOS;
        }

        /** Returns the newest picture. */
        LiveServer.Asset look(long now) {
            askedAt = now;
            portrait.take().ifPresent(picture -> newest = new LiveServer.Asset("image/png", PngImage.of(picture)));
            if (!portrait.fault().isEmpty()) {
                return text("There is no picture: " + portrait.fault());
            }
            if (now - wishedAt >= PERIOD_NANOS) {
                wishedAt = now;
                portrait.want();
            }
            return newest;
        }
    }

    /**
     * Creates an instance without watched replicas.
     *
     * @param gauges gauges of the run; empty until it has begun
     * @param clock clock such as {@link System#nanoTime}
     */
    public ReplicaFrames(Supplier<Optional<RunMetrics>> gauges, LongSupplier clock) {
        this.gauges = gauges;
        this.clock = clock;
    }

    /** Returns how many replicas have a picture; these are the first ones. */
    int count(RunMetrics run) {
        int count = 0;
        while (count < run.replicas() && run.portrait(count).isPresent()) {
            count++;
        }
        return count;
    }

    /**
     * Answers a page's request for {@code replica=3} with a picture, or a text that explains why none exists.
     *
     * @return empty where none exists yet: ask again
     */
    public synchronized Optional<LiveServer.Asset> answer(String query) {
        Matcher asked = QUERY.matcher(query == null ? "" : query);
        RunMetrics run = gauges.get().orElse(null);
        if (run == null) {
            return Optional.empty();
        }
        int replica = asked.matches() ? Integer.parseInt(asked.group(1)) : run.replicas();
        if (replica >= run.replicas() || run.portrait(replica).isEmpty()) {
            return Optional.of(text("There is no such replica, or it has no picture."));
        }
        long now = clock.getAsLong();
        forget(now);
        if (views.size() == MOST && !views.containsKey(replica)) {
            return Optional.of(text("Other pages look at " + MOST + " replicas already: choose one of theirs."));
        }
        View view = views.computeIfAbsent(
                replica, number -> new View(run.portrait(number).orElseThrow(), now));
        return Optional.ofNullable(view.look(now));
    }

    private void forget(long now) {
        views.values().removeIf(view -> {
            boolean forgotten = now - view.askedAt > FORGOTTEN_NANOS;
            if (forgotten) {
                view.portrait.drop();
            }
            return forgotten;
        });
    }

    private static LiveServer.Asset text(String text) {
        return new LiveServer.Asset("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
}
