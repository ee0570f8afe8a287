package io.htsrl.monitor.live.feed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.monitor.live.model.CurvePoints;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.server.EventHub;
import io.htsrl.monitor.live.server.PageStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Follows runs and sends what is new to all pages, four times a second, on a thread of its own. While no page is open it
 * reads nothing. A page that comes gets the whole history first, and then the rest, with nothing between lost or twice:
 * both happen under this object's lock, which no thread of a run ever takes.
 */
public final class Feed implements Closeable {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final long PERIOD_MILLIS = 250;
    private static final int LONGEST_MESSAGE = 300;

    private final List<RunModel> runs;
    private final List<String> sent = new ArrayList<>(); // of each run, what was sent of how it stands
    private final Optional<LiveView> live;
    private final EventHub hub = new EventHub();
    private final Thread thread = new Thread(this::follow, "live-feed");
    private String sentNow = "";
    private int pagesThen;
    private boolean more;
    private boolean closed;

    /** @param live of the only run, where that is one of this process */
    public Feed(List<RunModel> runs, Optional<LiveView> live) {
        this.runs = List.copyOf(runs);
        this.live = live;
        runs.forEach(run -> sent.add(""));
    }

    /** Begins to follow. */
    public Feed start() {
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return this;
    }

    /** A page comes, see {@link EventHub#join}. Any thread. */
    public synchronized PageStream join(String last) {
        if (hub.pages() == 0) {
            tick(); // nobody has looked for a while
        }
        PageStream page = hub.join(last, this::sendHistory);
        pagesThen = -1; // it has not been told of this moment
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
                    wait(more ? 1 : PERIOD_MILLIS); // lets pages in
                }
            }
        } catch (InterruptedException e) {
            // nobody interrupts it but the end of the process
        }
    }

    /** Reads what is new, and sends it. */
    private void tick() {
        more = false;
        for (int i = 0; i < runs.size(); i++) {
            RunModel run = runs.get(i);
            int id = i;
            try {
                more |= run.poll();
            } catch (IOException e) {
                continue; // its folder is gone, or out of reach: what is known of it stays
            }
            String standing = standing(id);
            if (!standing.equals(sent.get(id))) {
                sent.set(id, standing);
                hub.send("run", standing);
            }
            run.tellChanges((table, points) -> hub.send("points", points(id, table, points)));
        }
        sendNow();
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
        run.damage().ifPresent(damage -> json.put("damage", shown(damage)));
        run.facts().forEach(json.putObject("settings")::put);
        run.summary().forEach(json.putObject("summary")::put);
        return json.toString();
    }

    /** In one line of bounded length: a damaged file may hold anything. */
    private static String shown(ConfigurationException damage) {
        String text = damage.getMessage().replaceAll("\\p{Cntrl}", " ");
        return text.substring(0, Math.min(LONGEST_MESSAGE, text.length()));
    }

    /** What JSON has no number for is {@code null}. */
    private static String points(int id, String table, CurvePoints points) {
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

    /** Sends the last news. */
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

        /** The digest so far; empty before the first interval. */
        String digest();
    }
}
