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
 * Server-sent events to all pages. Each event that matters has a number, and the newest are kept: a page whose connection
 * broke comes back with the number of the last one it has, and gets the others; one that comes too late, or anew, gets
 * the history. Methods that send are called by one thread at a time, {@link #join} too; {@link #pages} by any.
 */
public final class EventHub {
    private static final int KEPT = 512;
    private static final int KEPT_BYTES = 8 << 20;

    private final String boot = HexFormat.of().toHexDigits(System.nanoTime());
    private final List<PageStream> streams = new CopyOnWriteArrayList<>();
    private final Deque<byte[]> kept = new ArrayDeque<>();
    private long keptBytes;
    private long number;

    /** Sends an event to all pages, and to those that come back. */
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

    /** Sends an event to all pages that are there, in place of an earlier one that they have not got yet. */
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
     * A page comes, or comes back; not while an event is sent.
     *
     * @param last    number of the last event that it has; null for none
     * @param history gives its argument the names and the JSON of all that was sent so far
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

    /** What followed the event {@code last}; null where that is not known any more. */
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

    /** A page has gone. Any thread. */
    void leave(PageStream stream) {
        streams.remove(stream);
    }

    /** How many pages there are. */
    public int pages() {
        return streams.size();
    }

    /** Nothing follows: pages' connections end when they have all that there is for them. */
    public void finish() {
        streams.forEach(PageStream::finish);
    }
}
