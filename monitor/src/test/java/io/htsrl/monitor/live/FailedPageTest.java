package io.htsrl.monitor.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.monitor.live.model.PageFeed;
import io.htsrl.monitor.live.model.PageFeed.LiveView;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.server.Address;
import io.htsrl.monitor.live.server.Token;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class FailedPageTest {
    @TempDir
    private Path folder;

    private int writes;

    /** A view that fails when the page comes, and once more on the thread of the feed. */
    private final LiveView view = new LiveView() {
        @Override
        public void write(ObjectNode json) {
            if (writes++ < 2) {
                throw new IllegalStateException("no such role");
            }
            json.put("moment", writes);
        }

        @Override
        public String digest() {
            return "";
        }
    };

    @Test
    void shouldTellThatAMomentFailedAndGoOn() throws Exception {
        RunModel run = RunModel.of(WatchedRuns.write(folder, 3));
        try (LivePage page = LivePage.open(
                new Address(Address.LOOPBACK, 0),
                "--port",
                new PageFeed(List.of(run), Optional.of(view)),
                Map.of(),
                Token.create(),
                Map.of())) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(page.url() + "events")).build();
            try (Stream<String> lines = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofLines())
                    .body()) {
                assertTrue(lines.dropWhile(
                                line -> !line.contains("\"damage\":\"java.lang.IllegalStateException: no such role"))
                        .anyMatch(line -> line.contains("\"moment\":")));
            }
        }
    }
}
