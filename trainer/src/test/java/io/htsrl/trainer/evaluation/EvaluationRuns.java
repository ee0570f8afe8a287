package io.htsrl.trainer.evaluation;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.GivenRuns;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.List;

/** Small evaluated runs, and the evaluation written out as one loop. */
final class EvaluationRuns {
    static final EvaluationConfig EVERY_THIRD = new EvaluationConfig(3, 5, EvaluationPolicy.GREEDY);

    /** Keeps nothing. */
    static final Stateful NOTHING = new Stateful() {
        @Override
        public void save(DataOutput out) {
            // nothing to keep
        }

        @Override
        public void restore(DataInput in) {
            // nothing was kept
        }
    };

    private EvaluationRuns() {}

    /** Ten intervals of 8 x 16 steps. */
    static RunConfig config(String algo, String env) {
        List<String> arguments = new ArrayList<>(List.of(
                "--algo",
                algo,
                "--env",
                env,
                "--num-envs",
                "8",
                "--sync-interval",
                "16",
                "--total-timesteps",
                "1280",
                "--hidden-sizes",
                "16",
                "--seed",
                "3"));
        if (algo.equals("dqn")) {
            arguments.addAll(List.of("--learning-starts", "256", "--buffer-size", "1000"));
        }
        return GivenRuns.of(arguments.toArray(String[]::new));
    }

    static RunConfig with(RunConfig config, Schedule schedule, int executors) {
        PipelineConfig p = config.pipeline();
        boolean serial = schedule == Schedule.SERIAL;
        return config.with(new PipelineConfig(
                schedule, p.numEnvs(), p.syncInterval(), 0, executors, serial ? 1 : p.numEnvs(), WaitMode.PHASED, 1));
    }

    /** The results without their times, which differ from run to run. */
    static List<EvaluationRecord> timeless(List<EvaluationRecord> records) {
        return records.stream()
                .map(r -> new EvaluationRecord(r.interval(), r.timestep(), 0, r.policy(), r.episodes()))
                .toList();
    }

    /** Hears of results alone. */
    static TrainingListener into(List<EvaluationRecord> records) {
        return new TrainingListener() {
            @Override
            public void onEvaluation(EvaluationRecord evaluation) {
                records.add(evaluation);
            }
        };
    }

    /** What a run is evaluated to, with a queue of {@code capacity} and {@code width} environments. */
    static List<EvaluationRecord> evaluate(RunConfig config, EvaluationConfig evaluation, int capacity, int width)
            throws Exception {
        return evaluate(config, evaluation, capacity, width, IntervalObserver.NONE);
    }

    /** Evaluates while {@code observer} looks on. */
    static List<EvaluationRecord> evaluate(
            RunConfig config, EvaluationConfig evaluation, int capacity, int width, IntervalObserver observer)
            throws Exception {
        List<EvaluationRecord> records = new ArrayList<>();
        RunControl control = new RunControl();
        try (Evaluator evaluator = new Evaluator(
                config,
                evaluation,
                into(records),
                NOTHING,
                control,
                capacity,
                () -> new EpisodeRunner(config, evaluation.policy(), width))) {
            evaluator.start();
            TrainingResult result = new Trainer(
                            config,
                            evaluator.attachTo(Attachments.none().with(control).with(observer)))
                    .run();
            evaluator.finish(result);
        }
        return timeless(records);
    }

    /** Runs one episode, step by step with batches of one. */
    static Episode naive(RunConfig config, ActionSelector selector, float[] parameters, long intervals, int episode) {
        RandomStream stream =
                RandomStream.root(config.seed()).spawn("evaluation").spawn(intervals);
        try (Environment environment = Environments.create(config.env(), config.envOptions())) {
            Policy policy = config.policy(environment.spec());
            Policy.Snapshot snapshot = policy.newSnapshot();
            snapshot.load(parameters);
            float[] observation = new float[policy.observationSize()];
            float[] output = new float[policy.outputWidth()];
            float[] action = new float[1];
            ObservationSlot slot = new ObservationSlot().at(observation, 0);
            ObservationBatch batch = new ObservationBatch(1);
            StepResult result = new StepResult();
            environment.reset(stream.spawn("episode").bits(episode), slot);
            double ret = 0;
            for (int step = 0; ; step++) {
                batch.over(observation);
                batch.add(0);
                policy.newForward().forward(snapshot, batch, output, new int[] {0});
                selector.select(output, 0, stream.spawn("action").spawn(episode), step, action, 0);
                environment.step(action, 0, slot, result);
                ret += result.reward;
                if (result.done()) {
                    return new Episode(ret, step + 1);
                }
            }
        }
    }
}
