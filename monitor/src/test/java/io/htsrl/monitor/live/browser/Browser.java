package io.htsrl.monitor.live.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A headless Chromium of this machine, driven through its DevTools protocol: the little of it that these tests need.
 * That spares the build a driver of some hundred megabytes. One thread.
 */
public final class Browser implements Closeable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final long PATIENCE_SECONDS = 1800;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int number;

    private Browser(Process process, Path profile, URI page) {
        this.process = process;
        this.profile = profile;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Answers())
                .join();
        call("Page.enable", Map.of());
        call("Runtime.enable", Map.of());
        call("Log.enable", Map.of());
    }

    /** Where one is: {@code HTS_TEST_BROWSER}, or the first of the usual names on the path. */
    public static Optional<Path> find() {
        String given = System.getenv("HTS_TEST_BROWSER");
        if (given != null) {
            return Optional.of(Path.of(given));
        }
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts the one that {@link #find} has found. */
    public static Browser start(Path program) throws IOException, InterruptedException {
        Path profile = Files.createTempDirectory("hts-browser");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox", // where the tests run as root there is none
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.startsWith("DevTools listening on ")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException(program + " does not start");
        }
        Thread drain = new Thread(() -> said.lines().forEach(more -> {}), "browser-output");
        drain.setDaemon(true);
        drain.start();
        int port = URI.create(line.substring("DevTools listening on ".length())).getPort();
        return new Browser(process, profile, page(port));
    }

    private static URI page(int port) throws IOException, InterruptedException {
        URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
        HttpClient client = HttpClient.newHttpClient();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) { // it listens before it has one
            String json = client.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                    .body();
            for (JsonNode target : MAPPER.readTree(json)) {
                if (target.path("type").asText().equals("page")) {
                    return URI.create(target.path("webSocketDebuggerUrl").asText());
                }
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException("no page in " + json);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** Takes the answers apart, and keeps what the page complains of. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void take(String json) {
            try {
                JsonNode message = MAPPER.readTree(json);
                if (message.has("id")) {
                    calls.remove(message.path("id").asInt()).complete(message);
                } else if (message.path("method").asText().equals("Runtime.exceptionThrown")
                        || message.path("params")
                                .path("entry")
                                .path("level")
                                .asText()
                                .equals("error")) {
                    complaints.add(json);
                }
            } catch (IOException e) {
                complaints.add("no JSON: " + json);
            }
        }
    }

    private JsonNode call(String method, Map<String, Object> parameters) {
        int id = ++number;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(id, answer);
        ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
        message.set("params", MAPPER.valueToTree(parameters));
        socket.sendText(message.toString(), true).join();
        try {
            JsonNode result = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (result.has("error")) {
                throw new IllegalStateException(method + ": " + result.path("error"));
            }
            return result.path("result");
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method + " has no answer", e);
        }
    }

    /**
     * Opens a page, or the same again, and waits until it is there: what is asked meanwhile is asked of the old one.
     */
    public void open(String url) {
        evaluate("globalThis.left = true");
        call("Page.navigate", Map.of("url", url));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!arrived()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(url + " does not come");
            }
        }
    }

    private boolean arrived() {
        try {
            return evaluate("!globalThis.left && document.readyState !== 'loading'")
                    .asBoolean();
        } catch (IllegalStateException onTheWay) {
            return false;
        }
    }

    /** The value of an expression of JavaScript in the page; of a promise, when it is kept. */
    public JsonNode evaluate(String expression) {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.path("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    /** Waits until {@code condition} is true in the page. */
    public void await(String condition) {
        JsonNode met =
                evaluate("new Promise(done => { const end = Date.now() + 45000; const look = () => { let is = false;"
                        + " try { is = Boolean(" + condition + "); } catch (e) { is = false; }"
                        + " if (is || Date.now() > end) done(is); else setTimeout(look, 20); }; look(); })");
        if (!met.asBoolean()) {
            throw new AssertionError("the page never came to: " + condition + "; it says: "
                    + evaluate("document.body.innerText") + complaints);
        }
    }

    /**
     * Leaves the page and forgets its errors, so that the next test begins anew: its server has an origin of its own.
     */
    public void reset() {
        open("about:blank");
        complaints.clear();
        show(1600, 1000, false);
    }

    /** Gives the page a size, and a scheme of colours. */
    public void show(int width, int height, boolean dark) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Errors of the page since the last {@link #reset}: exceptions, and what its policy forbade. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Writes a picture of the page from its top, beyond what the window shows. */
    public void screenshot(Path png, int width, int height) throws IOException {
        JsonNode picture = call(
                "Page.captureScreenshot",
                Map.of(
                        "format",
                        "png",
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
        Files.createDirectories(png.toAbsolutePath().getParent());
        Files.write(png, Base64.getDecoder().decode(picture.path("data").asText()));
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        List<ProcessHandle> helpers = process.descendants().toList(); // they write to the profile until they end
        process.destroy();
        process.onExit().join();
        helpers.forEach(ProcessHandle::destroyForcibly);
        helpers.forEach(helper ->
                helper.onExit().completeOnTimeout(helper, 5, TimeUnit.SECONDS).join());
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }
}
