package io.htsrl.monitor.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.monitor.graph.Link.Measure;
import io.htsrl.trainer.config.RunConfig;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a recorded run has measured, as means over its time, put onto its flow. Stateless, any thread. */
final class Rates {

    private Rates() {}

    /** {@code flow} with the rates of its run: of one that has not ended, as far as it tells them. */
    static Flow on(Flow flow, RunReader run, RunConfig config) {
        Optional<JsonNode> summary =
                run.summary().filter(node -> node.path("wall_seconds").asDouble() > 0);
        if (summary.isPresent()) {
            return flow.with(rates(summary.get(), config), role -> busy(summary.get(), role, config));
        }
        List<JsonNode> lines = run.metrics();
        return lines.isEmpty() ? flow : flow.with(rates(lines.get(lines.size() - 1), config), role -> null);
    }

    private static Map<Measure, String> rates(JsonNode totals, RunConfig config) {
        Map<Measure, String> rates = new EnumMap<>(Measure.class);
        double seconds = totals.path("wall_seconds").asDouble();
        double steps = totals.path("timesteps").asDouble();
        if (seconds <= 0) {
            return rates;
        }
        rates.put(Measure.STEPS, each(steps / seconds, "steps"));
        rates.put(Measure.SWAPS, each(steps / config.pipeline().stepsPerInterval() / seconds, ""));
        config.algorithm()
                .updatesPerStep(config.pipeline())
                .ifPresent(utd -> rates.put(Measure.UPDATES, each(utd.value() * steps / seconds, "updates")));
        double batches = 0;
        double served = 0;
        for (Map.Entry<String, JsonNode> size : totals.path("batch_sizes").properties()) {
            batches += size.getValue().asDouble();
            served += size.getValue().asDouble() * Double.parseDouble(size.getKey());
        }
        if (batches > 0) {
            rates.put(
                    Measure.FORWARDS,
                    each(batches / seconds, "batches") + " of " + Numbers.decimal(served / batches, 1));
        }
        return rates;
    }

    private static String each(double perSecond, String what) {
        String number = Numbers.decimal(perSecond, perSecond < 10 ? 1 : 0);
        return number + (what.isEmpty() ? "/s" : " " + what + "/s");
    }

    /** How much of their time such threads have worked; null where the run does not tell. */
    private static String busy(JsonNode summary, String role, RunConfig config) {
        JsonNode shares = summary.path("utilisation");
        if (!shares.path(role).isNumber()) {
            return null;
        }
        boolean actsToo = role.equals(RunFlow.EXECUTOR) && config.pipeline().actors() == 0;
        double share = shares.path(role).asDouble()
                + (actsToo ? shares.path(RunFlow.ACTOR).asDouble() : 0);
        return "busy " + Numbers.decimal(100 * share, 0) + " %";
    }
}
