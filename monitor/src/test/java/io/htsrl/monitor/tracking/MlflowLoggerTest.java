package io.htsrl.monitor.tracking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.monitor.Python;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logs to a server that takes and answers what MLflow's does; and to MLflow's, where it is installed. */
@Timeout(600)
class MlflowLoggerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Python PYTHON = new Python("mlflow", "--logger mlflow is not tested against MLflow's server");

    @TempDir
    Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int failFrom = Integer.MAX_VALUE;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/2.0/mlflow/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String what = exchange.getRequestURI().toString().replaceFirst(".*/mlflow/", "");
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        heard.add(what + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                + (authorization == null ? "" : authorization));
        boolean unknown = what.startsWith("experiments/get-by-name");
        byte[] answer = (what.equals("experiments/create")
                        ? "{\"experiment_id\": \"7\"}"
                        : "{\n  \"run\": {\"info\": {\"run_id\": \"ab12\", \"status\": \"RUNNING\"}}}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(heard.size() > failFrom ? 503 : unknown ? 404 : 200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static Agent train(MlflowLogger logger) throws Exception {
        return Training.of("ppo", "CartPole-v1")
                .set("num-envs", 8)
                .set("sync-interval", 64)
                .timesteps(5120)
                .logger(logger)
                .run();
    }

    @Test
    void shouldSendSettingsAndMetricsAndTheEnd() throws Exception {
        Agent agent = train(new MlflowLogger(Map.of(
                "MLFLOW_TRACKING_URI", address(), "MLFLOW_EXPERIMENT_NAME", "a b", "MLFLOW_TRACKING_TOKEN", "t")));

        assertEquals("experiments/get-by-name?experiment_name=a+b Bearer t", heard.get(0));
        assertEquals("experiments/create {\"name\":\"a b\"}Bearer t", heard.get(1));
        assertTrue(heard.get(2).startsWith("runs/create {\"experiment_id\":\"7\",\"start_time\":1"), heard.get(2));
        long settings = 0;
        StringBuilder metrics = new StringBuilder();
        for (String each : heard) {
            if (each.startsWith("runs/log-batch ")) {
                JsonNode batch = JSON.readTree(each.substring("runs/log-batch ".length(), each.lastIndexOf('}') + 1));
                assertEquals("ab12", batch.path("run_id").asText());
                assertTrue(
                        batch.path("params").size() <= 100
                                && batch.path("metrics").size() <= 1000,
                        each);
                settings += each.contains("{\"key\":\"sync-interval\",\"value\":\"64\"}") ? 1 : 0;
                batch.path("metrics")
                        .forEach(metric -> metrics.append(metric.path("key").asText())
                                .append('@')
                                .append(metric.path("step").asLong())
                                .append(' '));
            }
        }
        assertEquals(1, settings);
        for (int interval = 1; interval <= 10; interval++) {
            assertTrue(metrics.toString().contains("rollout/ep_rew_mean@" + 512 * interval + " "), metrics::toString);
        }
        String digest = agent.result().orElseThrow().digest();
        assertTrue(heard.get(heard.size() - 2).contains("[{\"key\":\"digest\",\"value\":\"" + digest), heard::toString);
        assertTrue(
                heard.get(heard.size() - 1).startsWith("runs/update {\"run_id\":\"ab12\",\"status\":\"FINISHED\""),
                heard::toString);
    }

    @Test
    void shouldTakeAnAddressThatEndsWithASlash() throws Exception {
        train(new MlflowLogger(address() + "/"));

        assertTrue(heard.get(heard.size() - 1).startsWith("runs/update "), heard::toString);
    }

    @Test
    void shouldNotHoldUpATrainingWhoseServerFails() throws Exception {
        Agent logged = train(new MlflowLogger(address()));
        failFrom = heard.size() + 4; // the settings are received
        Agent unheard = train(new MlflowLogger(address()));

        assertEquals(failFrom + 1, heard.size(), "it is dropped when it first fails");
        assertEquals(
                logged.result().orElseThrow().digest(),
                unheard.result().orElseThrow().digest());
        assertArrayEquals(logged.parameters(), unheard.parameters());
    }

    /** Each start of hts makes the service: a client takes half a second. */
    @Test
    void shouldMakeNoClientBeforeARun() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        new MlflowLogger();
        Set<Thread> after = new HashSet<>(Thread.getAllStackTraces().keySet());
        after.removeAll(before);
        assertTrue(after.stream().noneMatch(thread -> thread.getName().startsWith("HttpClient")), after::toString);
    }

    @Test
    void shouldSayInOneLineThatThereIsNoServer() {
        server.stop(0);

        for (Map<String, String> variables :
                List.of(Map.of("MLFLOW_TRACKING_URI", address()), Map.<String, String>of())) {
            ConfigurationException e =
                    assertThrows(ConfigurationException.class, () -> train(new MlflowLogger(variables)));
            assertTrue(e.getMessage().startsWith("MLFLOW_TRACKING_URI"), e.getMessage());
        }
    }

    /** Any answer of the server says that it is ready: connecting is tried for as long as it starts. */
    @Test
    @Tag("slow")
    void shouldBeUnderstoodByTheServerOfMlflow() throws Exception {
        String python = PYTHON.command(folder);
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process mlflow = new ProcessBuilder(
                        python,
                        "-m",
                        "mlflow",
                        "server",
                        "--workers",
                        "1",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        port + "",
                        "--backend-store-uri",
                        "sqlite:///" + folder.resolve("mlflow.db"),
                        "--default-artifact-root",
                        folder.resolve("artifacts").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mlflow.log").toFile())
                .start();
        try {
            String server = "http://127.0.0.1:" + port;
            while (!answers(server)) {
                assertTrue(mlflow.isAlive(), "the server has ended");
                mlflow.waitFor(100, TimeUnit.MILLISECONDS);
            }
            Agent agent = train(new MlflowLogger(server));

            JsonNode run = search(server).at("/runs/0");
            assertEquals("FINISHED", run.at("/info/status").asText());
            assertTrue(run.at("/data/params").toString().contains("{\"key\":\"sync-interval\",\"value\":\"64\"}"));
            assertTrue(run.at("/data/metrics").toString().contains("\"step\":5120"), run::toString);
            assertTrue(run.at("/data/tags")
                    .toString()
                    .contains(agent.result().orElseThrow().digest()));
        } finally {
            mlflow.descendants().forEach(ProcessHandle::destroy);
            mlflow.destroy();
            mlflow.waitFor();
        }
    }

    private static boolean answers(String server) throws InterruptedException {
        try {
            return HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(server + "/health"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException e) { // not yet
            return false;
        }
    }

    private static JsonNode search(String server) throws Exception {
        String experiments = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        server + "/api/2.0/mlflow/experiments/get-by-name?experiment_name=hts-rl"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        String id = JSON.readTree(experiments).at("/experiment/experiment_id").asText();
        return JSON.readTree(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server + "/api/2.0/mlflow/runs/search"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"experiment_ids\":[\"" + id + "\"]}"))
                                .build(),
                        BodyHandlers.ofString())
                .body());
    }
}
