package io.htsrl.monitor.live.feed;

import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.monitor.live.model.Points;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.server.EventHub;
import io.htsrl.monitor.live.server.PageHandle;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows runs and sends what is new to all pages, four times a second, on a thread of its own. While no page is open it
 * reads nothing. A page that comes gets the whole history first, and then the rest, with nothing between lost or twice:
 * both happen under this object's lock, which no thread of a run ever takes.
 */
public final class Feed implements Closeable {
    private static final long PERIOD_MILLIS = 250;

    private final List<RunModel> runs;
    private final List<String> told = new ArrayList<>(); // of each run, what was sent of how it stands
    private final Optional<LiveView> live;
    private final EventHub hub = new EventHub();
    private final Thread thread = new Thread(this::follow, "live-feed");
    private String toldNow = "";
    private int pagesThen;
    private boolean more;
    private boolean closed;

    /** @param live of the only run, where that is one of this process */
    public Feed(List<RunModel> runs, Optional<LiveView> live) {
        this.runs = List.copyOf(runs);
        this.live = live;
        runs.forEach(run -> told.add(""));
    }

    /** Begins to follow. */
    public Feed start() {
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return this;
    }

    /** A page comes, see {@link PageHandle#join}. Any thread. */
    public synchronized PageHandle join(String last) {
        if (hub.pages() == 0) {
            tick(); // nobody has looked for a while
        }
        PageHandle page = PageHandle.join(hub, last, this::tellHistory);
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
            if (!standing.equals(told.get(id))) {
                told.set(id, standing);
                hub.send("run", standing);
            }
            run.tellChanges((table, points) -> hub.send("points", points(id, table, points)));
        }
        tellNow();
    }

    private void tellNow() {
        String now = Json.object(json -> {
            json.writeArrayFieldStart("digests");
            for (RunModel run : runs) {
                String digest = live.map(LiveView::digest).orElse("");
                json.writeString(digest.isEmpty() ? run.digest() : digest);
            }
            json.writeEndArray();
            if (live.isPresent()) {
                live.get().write(json);
            }
        });
        if (!now.equals(toldNow) || hub.pages() != pagesThen) {
            toldNow = now;
            pagesThen = hub.pages();
            hub.sendNewest("now", now);
        }
    }

    private void tellHistory(EventHub.Teller page) {
        for (int i = 0; i < runs.size(); i++) {
            int id = i;
            page.tell("run", standing(id));
            runs.get(id).tellAll((table, points) -> page.tell("points", points(id, table, points)));
        }
    }

    private String standing(int id) {
        RunModel run = runs.get(id);
        return Json.object(json -> {
            json.writeNumberField("run", id);
            json.writeStringField("name", run.name());
            json.writeStringField("state", run.state());
            json.writeBooleanField("sampled", run.sampled());
            json.writeBooleanField("live", live.isPresent());
            writeTexts(json, "settings", run.facts());
            writeTexts(json, "summary", run.summary());
        });
    }

    private static void writeTexts(JsonGenerator json, String name, Map<String, String> texts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }

    private static String points(int id, String table, Points points) {
        return Json.object(json -> {
            json.writeNumberField("run", id);
            json.writeStringField("table", table);
            json.writeNumberField("from", points.from());
            json.writeObjectFieldStart("curves");
            for (Map.Entry<String, double[]> curve : points.values().entrySet()) {
                json.writeFieldName(curve.getKey());
                Json.writeArray(json, curve.getValue());
            }
            json.writeEndObject();
        });
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
}
