package io.htsrl.benchmarks.tune;

import io.htsrl.cli.Hts;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.service.VectorModule;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.experiments.tune.TimedRun;
import io.htsrl.trainer.config.RunConfig;
import java.util.*;

public final class TuneGrid {
    public static void main(String[] args) throws Exception {
        VectorModule.load();
        double seconds = Double.parseDouble(args[0]);
        String[] spec = args[1].split(";");
        String[] rest = Arrays.copyOfRange(args, 2, args.length);
        RunConfig config = Hts.configure(rest).lasting(1L << 40);
        Knobs usual = Knobs.of(config.pipeline());
        System.out.println("usual " + usual);
        TimedRun.of(config, usual, new TimedRun.Window(4, 1, 2));
        for (String s : spec) {
            String[] k = s.split("/");
            Knobs knobs = new Knobs(Integer.parseInt(k[0]), Integer.parseInt(k[1]), Integer.parseInt(k[2]),
                    WaitMode.valueOf(k[3].toUpperCase(Locale.ROOT).replace('-', '_')), Integer.parseInt(k[4]));
            RunConfig c = config;
            TimedRun run = TimedRun.of(c, knobs, new TimedRun.Window(0.5, seconds, 3));
            StringBuilder b = new StringBuilder();
            double steps = run.steps();
            run.use().roles().forEach((name, r) -> b.append(String.format(Locale.ROOT, " %s busy %.3f wait %.3f;", name, r.busySeconds() * 1e6 / steps, r.waitSeconds() * 1e6 / steps)));
            run.cpu().seconds().forEach((name, s2) -> { if (s2 * 1e6 / steps > 0.005) b.append(String.format(Locale.ROOT, " %s=%.3f", name, s2 * 1e6 / steps)); });
            System.out.printf(Locale.ROOT, "%-22s %9.0f/s  %.3f us/step, states/batch %.2f, n %d | %s%n", s, run.stepsPerSecond(), 1e6 / run.stepsPerSecond(), run.use().states() / (double) run.use().batches(), run.intervals(), b);
        }
    }
}
