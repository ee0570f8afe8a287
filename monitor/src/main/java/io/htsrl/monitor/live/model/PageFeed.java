package io.htsrl.monitor.live.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.monitor.live.server.EventHub;
import io.htsrl.monitor.live.server.PageStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Follows runs and sends new data to all pages, four times a second, on a dedicated thread. While no page is open it
 * reads nothing. A new page first gets the whole history and then all later data, without a gap or a repetition. Both
 * happen under this object's lock, which no thread of a run ever takes.
 */
public final class PageFeed implements Closeable {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final System.Logger LOG = System.getLogger("io.htsrl");
    private static final long PERIOD_MILLIS = 250;
    private static final int LONGEST_MESSAGE = 300;

    private final List<RunModel> runs;
    private final List<String> sent = new ArrayList<>(); // state of each run that was sent last
    private final Optional<LiveView> live;
    private final EventHub hub = new EventHub();
    private final Thread thread = new Thread(this::follow, "live-feed");
    private String sentNow = "";
    private int pagesThen;
    private String failure = ""; // of the last tick
    private boolean more;
    private boolean closed;

    /** @param live view of the only run, where this process runs it */
    public PageFeed(List<RunModel> runs, Optional<LiveView> live) {
        this.runs = List.copyOf(runs);
        this.live = live;
        runs.forEach(run -> sent.add(""));
    }

    /** Starts the thread that follows the runs. */
    public PageFeed start() {
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return this;
    }

    /** Adds a page, see {@link EventHub#join}. Any thread. */
    public synchronized PageStream join(String last) {
        if (hub.pages() == 0 && runs.stream().noneMatch(RunModel::sampled)) {
            tick(); // no page was open for a while; after a sample it would take too long
        }
        PageStream page = hub.join(last, this::sendHistory);
        pagesThen = -1; // the page does not have the current state
        notifyAll();
        return page;
    }

    private synchronized void follow() {
        try {
            while (!closed) {
                if (hub.pages() == 0) {
                    wait();
                } else {
                    tick();
                    wait(more ? 1 : PERIOD_MILLIS); // lets pages join
                }
            }
        } catch (InterruptedException e) {
            // only the end of the process interrupts it
        }
    }

    /** Reads new data and sends it. A failure is shown as damage of each run, and the next tick tries again. */
    private void tick() {
        try {
            sendNew();
            failure = "";
        } catch (RuntimeException e) {
            if (!failure.equals(e.toString())) {
                failure = e.toString();
                LOG.log(System.Logger.Level.WARNING, "a moment of the live page could not be read", e);
            }
            IntStream.range(0, runs.size()).forEach(this::sendStanding);
        }
    }

    private void sendNew() {
        more = false;
        for (int i = 0; i < runs.size(); i++) {
            RunModel run = runs.get(i);
            int id = i;
            try {
                more |= run.poll();
            } catch (IOException e) {
                continue; // the folder is gone or unreachable: the page keeps its known state
            }
            sendStanding(id);
            run.tellChanges((table, points) -> hub.send("points", points(id, table, points)));
        }
        sendNow();
    }

    private void sendStanding(int id) {
        String standing = standing(id);
        if (!standing.equals(sent.get(id))) {
            sent.set(id, standing);
            hub.send("run", standing);
        }
    }

    private void sendNow() {
        ObjectNode fields = NODES.objectNode();
        ArrayNode digests = fields.putArray("digests");
        for (RunModel run : runs) {
            String digest = live.map(LiveView::digest).orElse("");
            digests.add(digest.isEmpty() ? run.digest() : digest);
        }
        live.ifPresent(view -> view.write(fields));
        String now = fields.toString();
        if (!now.equals(sentNow) || hub.pages() != pagesThen) {
            sentNow = now;
            pagesThen = hub.pages();
            hub.sendNewest("now", now);
        }
    }

    private void sendHistory(BiConsumer<String, String> page) {
        for (int i = 0; i < runs.size(); i++) {
            int id = i;
            page.accept("run", standing(id));
            runs.get(id).tellAll((table, points) -> page.accept("points", points(id, table, points)));
        }
    }

    private String standing(int id) {
        RunModel run = runs.get(id);
        ObjectNode json = NODES.objectNode()
                .put("run", id)
                .put("name", run.name())
                .put("state", run.state())
                .put("sampled", run.sampled())
                .put("live", live.isPresent());
        String damage = run.damage().map(Throwable::getMessage).orElse(failure);
        if (!damage.isEmpty()) {
            json.put("damage", shown(damage));
        }
        run.settings().forEach(json.putObject("settings")::put);
        run.presets().forEach(json.putObject("presets")::put);
        return json.toString();
    }

    /** Returns a message in one line of bounded length, since a damaged file may hold anything. */
    private static String shown(String damage) {
        String text = damage.replaceAll("\\p{Cntrl}", " ");
        return text.substring(0, Math.min(LONGEST_MESSAGE, text.length()));
    }

    /** Writes points as JSON; numbers without a JSON form become {@code null}. */
    private static String points(int id, String table, RunModel.CurvePoints points) {
        ObjectNode json = NODES.objectNode().put("run", id).put("table", table).put("from", points.from());
        ObjectNode curves = json.putObject("curves");
        points.values().forEach((name, values) -> {
            ArrayNode curve = curves.putArray(name);
            for (double value : values) {
                curve.add(Double.isFinite(value) ? NODES.numberNode(value) : NODES.nullNode());
            }
        });
        return json.toString();
    }

    /** Sends the last events. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (hub.pages() > 0) {
                tick();
            }
            hub.finish();
            notifyAll();
        }
    }

    /** The state of a run of this process at this moment, which no file has. The feed's thread alone. */
    public interface LiveView {

        /** Adds the fields of one moment to {@code json}. */
        void write(ObjectNode json);

        /** Returns the digest so far; empty before the first interval. */
        String digest();
    }
}
