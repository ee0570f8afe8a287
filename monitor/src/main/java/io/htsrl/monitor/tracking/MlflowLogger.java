package io.htsrl.monitor.tracking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * {@code --logger mlflow}: sends settings, metrics and the digest to an MLflow server by its REST interface. MLflow's
 * own environment variables name the server, the experiment and the credentials. A resumed run continues its MLflow
 * run, whose id is in the run directory. One thread.
 */
public final class MlflowLogger extends TrackingLog implements RunLogger {
    /** File of the run directory with the id of the run in MLflow. */
    static final String FILE = "mlflow.txt";

    private static final String SERVER = "MLFLOW_TRACKING_URI";
    private static final int MOST_SETTINGS = 100; // limits of the interface, in one request
    private static final int MOST_METRICS = 1000;
    private static final int LONGEST_VALUE = 500;
    private static final int HTTP_OK = 200;

    private final Map<String, String> environment;
    private HttpClient client; // of an open log: every start of hts makes this service
    private String run;
    private ArrayNode metrics = JSON.arrayNode();

    /** Creates the service. */
    public MlflowLogger() {
        this(System.getenv());
    }

    /** @param server such as {@code http://localhost:5000} */
    public MlflowLogger(String server) {
        this(Map.of(SERVER, server));
    }

    MlflowLogger(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return "mlflow";
    }

    @Override
    public RunLog open(RunContext context) throws Exception {
        client = HttpClient.newHttpClient();
        Optional<Path> file = context.folder().map(folder -> folder.resolve(FILE));
        try {
            if (context.resumed() && file.isPresent() && Files.exists(file.get())) {
                run = Files.readString(file.get()).strip();
                send("runs/update", about("status", "RUNNING"));
                return this;
            }
            run = create(context).at("/run/info/run_id").asText();
        } catch (IOException | IllegalArgumentException e) { // a setting that the user can correct before the run
            throw new ConfigurationException(
                    SERVER,
                    environment.get(SERVER),
                    "must be the address of an MLflow server that answers (" + ShownText.reason(e) + ")",
                    "start 'mlflow server' and set it to http://localhost:5000, for example");
        }
        if (file.isPresent()) {
            Files.writeString(file.get(), run + "\n");
        }
        ArrayNode params = JSON.arrayNode();
        for (Map.Entry<String, String> setting : context.settings().entrySet()) {
            String value = setting.getValue();
            pair(params, setting.getKey(), value.substring(0, Math.min(LONGEST_VALUE, value.length())));
            if (params.size() == MOST_SETTINGS) {
                send("runs/log-batch", about("params", params));
                params = JSON.arrayNode();
            }
        }
        send("runs/log-batch", about("params", params));
        return this;
    }

    private JsonNode create(RunContext context) throws IOException, InterruptedException {
        ObjectNode request = JSON.objectNode()
                .put("experiment_id", experiment())
                .put("start_time", System.currentTimeMillis())
                .put(
                        "run_name",
                        context.folder()
                                .map(folder -> folder.getFileName().toString())
                                .orElse(context.algorithm() + " " + context.environment()));
        return send("runs/create", request);
    }

    /** Returns the id of the experiment, which is created if none of that name exists. */
    private String experiment() throws IOException, InterruptedException {
        String name = environment.getOrDefault("MLFLOW_EXPERIMENT_NAME", "hts-rl");
        String query = "experiments/get-by-name?experiment_name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        HttpResponse<String> found = answer(request(query).GET().build());
        return found.statusCode() == HTTP_OK
                ? read(found).at("/experiment/experiment_id").asText()
                : send("experiments/create", JSON.objectNode().put("name", name))
                        .path("experiment_id")
                        .asText();
    }

    @Override
    void log(long step, Map<String, Double> values) throws IOException, InterruptedException {
        if (metrics.size() + values.size() > MOST_METRICS) {
            flush();
        }
        values.forEach((key, value) -> metrics.addObject()
                .put("key", key)
                .put("value", value)
                .put("timestamp", System.currentTimeMillis())
                .put("step", step));
    }

    @Override
    public void flush() throws IOException, InterruptedException {
        if (!metrics.isEmpty()) {
            ArrayNode sent = metrics;
            metrics = JSON.arrayNode();
            send("runs/log-batch", about("metrics", sent));
        }
    }

    @Override
    public void close(RunOutcome outcome) throws Exception {
        flush();
        if (outcome.result().isPresent()) {
            ArrayNode tags = JSON.arrayNode();
            pair(tags, "digest", outcome.result().get().digest());
            send("runs/log-batch", about("tags", tags));
        }
        String status = switch (outcome.end()) {
            case FINISHED -> "FINISHED";
            case STOPPED -> "KILLED";
            case FAILED -> "FAILED";
        };
        send("runs/update", about("status", status).put("end_time", System.currentTimeMillis()));
    }

    private static void pair(ArrayNode list, String key, String value) {
        list.addObject().put("key", key).put("value", value);
    }

    private ObjectNode about(String key, String value) {
        return JSON.objectNode().put("run_id", run).put(key, value);
    }

    private ObjectNode about(String key, ArrayNode values) {
        ObjectNode request = JSON.objectNode().put("run_id", run);
        request.set(key, values);
        return request;
    }

    private JsonNode send(String what, ObjectNode json) throws IOException, InterruptedException {
        HttpRequest request = request(what)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json.toString()))
                .build();
        HttpResponse<String> answer = answer(request);
        if (answer.statusCode() != HTTP_OK) {
            throw new IOException(request.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return read(answer);
    }

    private static JsonNode read(HttpResponse<String> answer) throws IOException {
        return new ObjectMapper().readTree(answer.body());
    }

    private HttpResponse<String> answer(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String what) {
        String server = String.valueOf(environment.get(SERVER)).replaceFirst("/+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + "/api/2.0/mlflow/" + what))
                .timeout(Duration.ofSeconds(10));
        String user = environment.get("MLFLOW_TRACKING_USERNAME");
        String token = environment.get("MLFLOW_TRACKING_TOKEN");
        if (user != null) {
            String both = user + ":" + environment.getOrDefault("MLFLOW_TRACKING_PASSWORD", "");
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8)));
        } else if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }
}
