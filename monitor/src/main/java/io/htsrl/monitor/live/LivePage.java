package io.htsrl.monitor.live;

import io.htsrl.cli.picture.Uplot;
import io.htsrl.monitor.live.model.PageFeed;
import io.htsrl.monitor.live.server.Address;
import io.htsrl.monitor.live.server.LiveServer;
import io.htsrl.monitor.live.server.Token;
import java.io.Closeable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The page of one or more runs, served until it is closed. One thread opens and closes it. */
public record LivePage(PageFeed feed, LiveServer server) implements Closeable {
    private static final List<String> FILES = List.of(
            "index.html",
            "style.css",
            "app.js",
            "charts.js",
            "format.js",
            "machine.js",
            "picture.js",
            "runs.js",
            "save.js",
            "series.js",
            "store.js",
            "stream.js",
            "strip.js",
            "tiles.js",
            "tip.js",
            "view.js",
            "icon.svg");

    /**
     * Serves the events of {@code feed}.
     *
     * @param setting name of the port's setting, for the message that the port is taken
     * @param made functions from a query to an answer, by path
     * @param buttons actions of buttons, by name
     * @throws io.htsrl.core.error.ConfigurationException when the address is not available
     */
    static LivePage open(
            Address address,
            String setting,
            PageFeed feed,
            Map<String, Function<String, Optional<LiveServer.Asset>>> made,
            Token token,
            Map<String, Supplier<String>> buttons) {
        LiveServer server =
                LiveServer.open(address, setting, new LiveServer.Site(assets(), made, feed::join, token, buttons));
        feed.start();
        return new LivePage(feed, server);
    }

    private static Map<String, LiveServer.Asset> assets() {
        Map<String, LiveServer.Asset> assets = new LinkedHashMap<>();
        FILES.forEach(file -> assets.put("/" + file, LiveServer.Asset.of(LivePage.class, "page/" + file)));
        assets.put("/", assets.get("/index.html"));
        assets.put("/uplot.js", LiveServer.Asset.of(LivePage.class, Uplot.resource("uPlot.esm.js")));
        assets.put("/uplot.css", LiveServer.Asset.of(LivePage.class, Uplot.resource("uPlot.min.css")));
        return assets;
    }

    /** Returns the URL of the page. */
    String url() {
        return server.url();
    }

    /** Sends the last events to pages and closes. It does not wait for a page that hangs. */
    @Override
    public void close() {
        feed.close();
        server.close();
    }
}
