package io.htsrl.examples;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.logging.RunOutcome.End;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A user-defined logger: sends settings and figures to an MLflow server; {@code --logger mlflow} selects it as a
 * service.
 */
public final class MlflowLogger implements RunLogger, RunLog {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String server;
    private String run;

    /** Creates the logger as a service, with the server in MLflow's own environment variable. */
    public MlflowLogger() {
        this(System.getenv("MLFLOW_TRACKING_URI"));
    }

    /** @param server such as {@code http://localhost:5000} */
    public MlflowLogger(String server) {
        this.server = server;
    }

    @Override
    public String name() {
        return "mlflow";
    }

    @Override
    public RunLog open(RunContext context) throws Exception {
        String created;
        try {
            created = post("create", "{\"experiment_id\":\"0\",\"start_time\":" + now() + "}");
        } catch (IOException | IllegalArgumentException e) { // before the run it is a setting to be corrected
            throw new ConfigurationException(
                    "MLFLOW_TRACKING_URI",
                    server,
                    "must be the address of an MLflow server that answers",
                    "start 'mlflow server' and set it to http://localhost:5000, for example");
        }
        run = created.replaceFirst("(?s).*\"run_id\"\\s*:\\s*\"(\\w+)\".*", "$1");
        String settings = context.settings().entrySet().stream()
                .map(setting ->
                        "{\"key\":" + quoted(setting.getKey()) + ",\"value\":" + quoted(setting.getValue()) + "}")
                .collect(Collectors.joining(","));
        post("log-batch", "{\"run_id\":\"" + run + "\",\"params\":[" + settings + "]}");
        return this;
    }

    @Override
    public void onInterval(LoggedInterval interval) throws Exception {
        Map<String, Double> values = new TreeMap<>(interval.report().losses());
        values.put("mean_return_100", interval.report().meanReturn100());
        values.put("steps_per_second", interval.stepsPerSecond());
        String rest =
                ",\"timestamp\":" + now() + ",\"step\":" + interval.report().timesteps() + "}";
        String metrics = values.entrySet().stream()
                .filter(figure -> Double.isFinite(figure.getValue())) // JSON has only finite numbers
                .map(figure -> "{\"key\":" + quoted(figure.getKey()) + ",\"value\":" + figure.getValue() + rest)
                .collect(Collectors.joining(","));
        post("log-batch", "{\"run_id\":\"" + run + "\",\"metrics\":[" + metrics + "]}");
    }

    @Override
    public void close(RunOutcome outcome) throws Exception {
        String status = outcome.end() == End.FINISHED ? "FINISHED" : outcome.end() == End.FAILED ? "FAILED" : "KILLED";
        post("update", "{\"run_id\":\"" + run + "\",\"status\":\"" + status + "\",\"end_time\":" + now() + "}");
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private String post(String what, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/api/2.0/mlflow/runs/" + what))
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(request.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
