package io.htsrl.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.logging.RunLogger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that takes what MLflow's would, and answers as it does. */
class MlflowLoggerTest {
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int failFrom = Integer.MAX_VALUE;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/2.0/mlflow/runs/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String what = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
        heard.add(what + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        byte[] answer = "{\n  \"run\": {\"info\": {\"run_id\": \"ab12\", \"status\": \"RUNNING\"}}}"
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(heard.size() > failFrom ? 503 : 200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private Agent train() throws Exception {
        String address = "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
        return Training.of("ppo", Corridor::new)
                .set("num-envs", 8)
                .set("sync-interval", 64)
                .timesteps(5120)
                .logger(new MlflowLogger(address))
                .run();
    }

    private static long count(String text, String part) {
        return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
    }

    @Test
    void shouldSendSettingsAndFiguresAndTheEnd() throws Exception {
        train();

        assertEquals(13, heard.size(), heard::toString); // ten intervals of 512 steps
        assertTrue(heard.get(0).startsWith("create {\"experiment_id\":\"0\",\"start_time\":1"), heard::toString);
        assertTrue(heard.get(1).startsWith("log-batch {\"run_id\":\"ab12\",\"params\":[{"), heard::toString);
        assertTrue(heard.get(1).contains("{\"key\":\"sync-interval\",\"value\":\"64\"}"), heard::toString);
        String last = heard.get(11);
        assertTrue(last.startsWith("log-batch {\"run_id\":\"ab12\",\"metrics\":[{\"key\":\"approx_kl\""), last);
        assertEquals(1, count(last, "\"key\":\"mean_return_100\""), last);
        assertEquals(count(last, "\"key\""), count(last, "\"step\":5120}"), last);
        assertTrue(heard.get(12).startsWith("update {\"run_id\":\"ab12\",\"status\":\"FINISHED\""), heard::toString);
    }

    @Test
    void shouldNotHoldUpATrainingWhoseServerFails() throws Exception {
        Agent logged = train();
        failFrom = heard.size() + 3;
        Agent unheard = train();

        assertEquals(failFrom + 1, heard.size(), "it is dropped when it first fails");
        assertEquals(
                logged.result().orElseThrow().digest(),
                unheard.result().orElseThrow().digest());
        assertArrayEquals(logged.parameters(), unheard.parameters());
    }

    @Test
    void shouldSayInOneLineThatThereIsNoServer() {
        server.stop(0);

        ConfigurationException e = assertThrows(ConfigurationException.class, this::train);
        assertTrue(e.getMessage().startsWith("MLFLOW_TRACKING_URI http://127.0.0.1:"), e.getMessage());
    }

    @Test
    void shouldBeFoundAsAService() {
        assertTrue(ServiceLoader.load(RunLogger.class).stream()
                .anyMatch(provider -> provider.type() == MlflowLogger.class));
    }
}
