package io.htsrl.monitor.live.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** One page that looks. The thread of its request. */
public final class PageHandle implements Closeable {
    private final EventHub hub;
    private final PageStream stream;

    private PageHandle(EventHub hub, PageStream stream) {
        this.hub = hub;
        this.stream = stream;
    }

    /**
     * A page comes to {@code hub}, see {@link EventHub}; not while that sends.
     *
     * @param last    number of the last event that it has, or null
     * @param history all that was sent so far
     */
    public static PageHandle join(EventHub hub, String last, EventHub.History history) {
        return new PageHandle(hub, hub.join(last, history));
    }

    /** Sends until it has gone. */
    void send(OutputStream out) throws IOException {
        stream.send(out);
    }

    @Override
    public void close() {
        hub.leave(stream);
    }
}
