package io.htsrl.monitor.live.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Sends server-sent events to all pages. Each event except replaceable ones has a number, and the newest are kept. A
 * page that reconnects sends the number of its last event and gets the later ones; a page that is new or too late gets
 * the history. Sending and {@link #join} are for one thread at a time; {@link #pages} is for any.
 */
public final class EventHub {
    private static final int KEPT = 512;
    private static final int KEPT_BYTES = 8 << 20;

    private final String boot = HexFormat.of().toHexDigits(System.nanoTime());
    private final List<PageStream> streams = new CopyOnWriteArrayList<>();
    private final Deque<byte[]> kept = new ArrayDeque<>();
    private long keptBytes;
    private long number;

    /** Sends an event to all pages, and to those that reconnect. */
    public void send(String name, String json) {
        number++;
        byte[] event = event(name, json, number);
        kept.add(event);
        keptBytes += event.length;
        while (kept.size() > KEPT || keptBytes > KEPT_BYTES) {
            keptBytes -= kept.remove().length;
        }
        streams.forEach(stream -> stream.add(event));
        sweep();
    }

    /** Sends an event to all connected pages. It replaces an earlier one that a page has not received yet. */
    public void sendNewest(String name, String json) {
        byte[] event = event(name, json, 0);
        streams.forEach(stream -> stream.addNewest(event));
        sweep();
    }

    private void sweep() {
        long now = System.nanoTime();
        streams.forEach(stream -> stream.dropIfHanging(now));
        streams.removeIf(PageStream::dropped);
    }

    /**
     * Connects or reconnects a page; not during the sending of an event.
     *
     * @param last number of the last event that it has; null for none
     * @param history passes the names and the JSON of all events so far to its argument
     */
    public PageStream join(String last, Consumer<BiConsumer<String, String>> history) {
        List<byte[]> first = missed(last);
        if (first == null) {
            List<byte[]> events = new ArrayList<>();
            events.add(event("begin", "{}", 0));
            history.accept((name, json) -> events.add(event(name, json, 0)));
            events.add(event("caught-up", "{}", number));
            first = events;
        }
        PageStream stream = new PageStream(first, this);
        streams.add(stream);
        return stream;
    }

    /** Returns the events after {@code last}; null where they are no longer kept. */
    private List<byte[]> missed(String last) {
        if (last == null || !last.startsWith(boot + "-")) {
            return null;
        }
        try {
            long has = Long.parseLong(last.substring(boot.length() + 1));
            long skipped = kept.size() - (number - has);
            return has > number || skipped < 0
                    ? null
                    : kept.stream().skip(skipped).toList();
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private byte[] event(String name, String json, long id) {
        String text = (id > 0 ? "id: " + boot + "-" + id + "\n" : "") + "event: " + name + "\ndata: " + json + "\n\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Removes a page. Any thread. */
    void leave(PageStream stream) {
        streams.remove(stream);
    }

    /** Returns the number of pages. */
    public int pages() {
        return streams.size();
    }

    /** Ends the stream: connections close when they have sent the remaining events. */
    public void finish() {
        streams.forEach(PageStream::finish);
    }
}
