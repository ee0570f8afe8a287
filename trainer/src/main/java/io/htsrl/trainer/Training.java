package io.htsrl.trainer;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.service.VectorModule;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.state.Stateful;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluatedTraining;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.logging.feed.Loggers;
import io.htsrl.trainer.logging.feed.ProgramLogs;
import io.htsrl.trainer.model.LearntParameters;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EnvironmentReport;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import io.htsrl.trainer.settings.RunResolver;
import io.htsrl.trainer.settings.RunSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A training that a program configures and runs:
 *
 * <pre>{@code
 * Agent agent = Training.of("ppo", MyEnvironment::new).set("num-envs", 16).seed(1).timesteps(100_000)
 *         .onInterval(report -> System.out.println(report.meanReturn100())).run();
 * }</pre>
 *
 * <p>Settings have the names and the defaults of the command line's flags: {@code hts train --help} lists them. Equal
 * settings and seeds give equal bits, whatever the number of threads. One thread configures and runs it; any thread may
 * call {@link #stop}.
 */
public final class Training {
    private static final System.Logger LOG = System.getLogger("io.htsrl");
    private static final AtomicBoolean SLOW_KERNEL_LOGGED = new AtomicBoolean();
    private static final String ALGO = "algo";
    private static final String ENV = "env";
    private static final String TIMESTEPS = "total-timesteps";

    private final Schema schema = RunSchema.ofRun();
    private final Map<String, List<String>> settings = new LinkedHashMap<>();
    private final Supplier<? extends Environment> maker; // null for an environment that is found by its name
    private final Path resumed; // the checkpoint; null for a training from the beginning
    private final RunControl control = new RunControl();
    private TrainingListener listener = TrainingListener.NONE;
    private final List<RunLogger> loggers = new ArrayList<>();
    private InitialParameters initial;
    private Path initialFile;
    private SavedStates saved = SavedStates.NONE;
    private Trust trust = Trust.RECORDED; // a program's own words
    private boolean listensToEvaluations;
    private boolean extended; // total-timesteps was given
    private boolean run;

    private Training(String algorithm, String environment, Supplier<? extends Environment> maker, Path resumed) {
        settings.put(ALGO, List.of(algorithm));
        settings.put(ENV, List.of(environment));
        this.maker = maker;
        this.resumed = resumed;
    }

    /**
     * Describes a training in a program's own environment.
     *
     * @param algorithm such as {@code ppo}
     * @param environments makes the replicas, which share nothing; called by one thread
     */
    public static Training of(String algorithm, Supplier<? extends Environment> environments) {
        Settable.checkGiven(environments);
        return new Training(algorithm, idOf(environments), environments, null);
    }

    private static String idOf(Supplier<? extends Environment> environments) {
        return EnvironmentSource.of("the program's own", environments)
                .ask(made -> made.spec().id());
    }

    /** Describes a training in an environment that is on the class path, such as {@code CartPole-v1}. */
    public static Training of(String algorithm, String environment) {
        Settable.checkGiven(environment);
        return new Training(algorithm, environment, null, null);
    }

    /**
     * Resumes a run from the newest intact checkpoint of a folder, with the same settings and the same bits. More
     * {@link #timesteps} extend it; annealed values are then annealed over the new total from there on.
     *
     * @param checkpoints as {@link #checkpoints} wrote them, or the folder {@code checkpoints} of a run directory
     * @throws ConfigurationException when it holds none, or one of an earlier version
     */
    public static Training resume(Path checkpoints) {
        return resume(checkpoints, Trust.OWN);
    }

    /** Resumes a run; with {@link Trust#RECORDED} it executes the code that the checkpoint names. */
    public static Training resume(Path checkpoints, Trust trust) {
        Training training = resumed(checkpoints, null);
        training.trust = trust;
        return training;
    }

    /** Resumes a run in a program's own environment. */
    public static Training resume(Path checkpoints, Supplier<? extends Environment> environments) {
        Settable.checkGiven(environments);
        return resumed(checkpoints, environments);
    }

    private static Training resumed(Path checkpoints, Supplier<? extends Environment> environments) {
        try (CheckpointFile newest = SavedStates.newest(checkpoints)) {
            Layer recorded = SavedStates.settings(newest);
            Training training = new Training(recorded.last(ALGO), recorded.last(ENV), environments, newest.path());
            recorded.keys().forEach(key -> training.settings.put(key, recorded.texts(key)));
            return training;
        }
    }

    /**
     * Gives a setting another value than its default; the last value given counts.
     *
     * @param setting such as {@code num-envs}
     * @param value a number, a boolean, a text as on the command line, or a {@code List} or {@code Map} where a setting
     *     takes several
     * @throws ConfigurationException when no such setting exists; {@link #run} reports a wrong value
     */
    public Training set(String setting, Object value) {
        Violations.require(value != null, setting, null, "must have a value", "give one, or leave the default");
        if (setting.equals(Settable.INIT_FROM)) {
            return initFrom(Path.of(value.toString()));
        }
        SettingSpec spec = new Settable(schema, maker != null, resumed != null).setting(setting);
        List<String> texts =
                value instanceof String text ? List.of(text) : spec.type().texts(value);
        settings.put(spec.key(), texts == null ? List.of() : texts);
        extended |= spec.key().equals(TIMESTEPS);
        return this;
    }

    /** Sets the root of all randomness; by default 1. */
    public Training seed(long seed) {
        return set("seed", seed);
    }

    /** Sets the number of environment steps over all replicas, rounded up to whole intervals. */
    public Training timesteps(long total) {
        return set(TIMESTEPS, total);
    }

    /**
     * Starts with an agent's parameters instead of drawn ones; its network must be equal. The optimizer starts anew.
     */
    public Training initFrom(Agent agent) {
        Settable.checkInitial(resumed != null);
        initialFile = null;
        initial = InitialParameters.of(agent.parameters(), "an agent");
        return this;
    }

    /** Starts with the parameters of a saved agent, a run directory, or a checkpoint. */
    public Training initFrom(Path agentOrRun) {
        Settable.checkInitial(resumed != null);
        initialFile = agentOrRun;
        return this;
    }

    /**
     * Saves the state of the run at intervals, so that {@link #resume} continues from there with the same bits.
     *
     * @param folder of the files; the newest three are kept
     * @param intervals from one to the next
     */
    public Training checkpoints(Path folder, long intervals) {
        Violations.require(intervals >= 1, "intervals", intervals, "must be at least 1", "give 100, for example");
        saved = new SavedStates(folder, intervals);
        return this;
    }

    /**
     * Calls {@code action} after every interval, on the learner's thread; a slow action slows the learner, but changes
     * no bit.
     */
    public Training onInterval(Consumer<? super IntervalReport> action) {
        return listener(new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                action.accept(report);
            }
        });
    }

    /** Calls {@code action} after every episode, on the learner's thread. */
    public Training onEpisode(Consumer<? super EpisodeRecord> action) {
        return listener(new TrainingListener() {
            @Override
            public void onEpisode(EpisodeRecord episode) {
                action.accept(episode);
            }
        });
    }

    /** Calls {@code action} after every evaluation ({@code set("eval-every", 100)}), on the evaluator's thread. */
    public Training onEvaluation(Consumer<? super EvaluationRecord> action) {
        listensToEvaluations = true;
        return listener(new TrainingListener() {
            @Override
            public void onEvaluation(EvaluationRecord evaluation) {
                action.accept(evaluation);
            }
        });
    }

    /** Adds a listener, which is called for every event. */
    public Training listener(TrainingListener added) {
        listener = TrainingListener.both(listener, added);
        return this;
    }

    /** Adds a logger, which runs on a separate thread and can neither delay nor fail the run. */
    public Training logger(RunLogger added) {
        loggers.add(added);
        return this;
    }

    /**
     * Ends the run after the current interval; the agent has what was learnt until then. During set-up {@link #run}
     * throws instead, since nothing was learnt. Any thread.
     */
    public void stop() {
        control.requestStop();
    }

    /**
     * Trains to the end, or until {@link #stop}.
     *
     * @throws ConfigurationException with everything that is wrong with the settings
     * @throws TrainingFailedException when a part of the run failed, a listener included
     * @throws RunAbortedException when it was stopped during its set-up
     * @throws IllegalStateException when it has run already
     */
    public Agent run() throws TrainingFailedException, InterruptedException {
        if (run) {
            throw new IllegalStateException("a training runs once: make another with Training.of");
        }
        run = true;
        logSlowKernel();
        RunResolver.Resolution resolved = resolve();
        RunConfig config = starting(resolved.config());
        try (CheckpointFile from = resumed == null ? null : CheckpointFile.open(resumed)) {
            RunConfig going = from == null ? config : SavedStates.goingOn(from, config, extended);
            TrainingResult result = run(going, resolved.evaluation(), from);
            ModelFile.Model model = new ModelFile.Model(ModelFile.version(going, result), result.parameters());
            return new Agent(going, going.ask(Environment::spec), model, result.timesteps(), result);
        }
    }

    private TrainingResult run(RunConfig config, EvaluationConfig evaluation, CheckpointFile from)
            throws TrainingFailedException, InterruptedException {
        ProgramLogs logs = new ProgramLogs(loggers, context(config, evaluation, from), config.intervals());
        Attachments attachments = Attachments.none()
                .with(new LibraryWarnings())
                .with(listener)
                .with(logs)
                .with(control)
                .with(saved.plan(config, evaluation, from, logs));
        TrainingRunner runner = (run, attached) -> new Trainer(run, attached).run();
        try {
            TrainingResult result =
                    new EvaluatedTraining(config, evaluation, runner, Stateful.NOTHING).run(attachments);
            logs.close(RunOutcome.of(result));
            return result;
        } catch (TrainingFailedException | InterruptedException | RuntimeException | Error e) {
            logs.close(RunOutcome.failed(e));
            throw e;
        }
    }

    private RunContext context(RunConfig config, EvaluationConfig evaluation, CheckpointFile from) {
        Map<String, String> texts = new LinkedHashMap<>();
        RunSchema.texts(schema, RunSchema.values(config, evaluation), Algorithms.of(config.algorithm()))
                .forEach((key, values) -> texts.put(key, String.join(", ", values)));
        long interval = from == null ? 0 : CheckpointFolder.interval(from.path());
        return Loggers.context(Optional.empty(), config, interval, texts, RunHandle.closed());
    }

    private RunResolver.Resolution resolve() {
        Layer layer = Layer.ofProgram();
        settings.forEach((key, texts) -> {
            layer.addEmpty(key);
            texts.forEach(text -> layer.add(key, text));
        });
        Violations violations = new Violations();
        RunResolver.Resolution resolved = new RunResolver(schema, List.of(layer), violations, maker)
                .ofRecordedRun(resumed != null)
                .admitting(
                        config -> trust.admit(config, resumed, "resume it with Trust.RECORDED if you know who made it"))
                .resolve(false);
        violations.check(
                !listensToEvaluations || resolved.evaluation().enabled(),
                "eval-every",
                resolved.evaluation().every(),
                "must be above 0, or onEvaluation is never called",
                "set it to 100, for example, or remove onEvaluation");
        violations.throwIfAny();
        return resolved;
    }

    private RunConfig starting(RunConfig config) {
        InitialParameters given = initialFile == null ? initial : LearntParameters.read(initialFile, config);
        if (resumed != null) {
            return config; // it has its checkpoint's
        }
        Optional<String> digest = settings.getOrDefault(LearntParameters.DIGEST, List.of()).stream()
                .findFirst();
        Violations violations = new Violations();
        LearntParameters.checkDigest(given != null, digest, LearntParameters.DIGEST, violations);
        violations.throwIfAny();
        RunConfig read = config.withRecordingRead();
        if (given == null) {
            return read;
        }
        Object source = initialFile == null ? given.source() : initialFile;
        return read.startingFrom(LearntParameters.checked(given, source, digest))
                .check();
    }

    /** Logs once that the vector module is missing. */
    private static void logSlowKernel() {
        if (!VectorModule.isPresent() && SLOW_KERNEL_LOGGED.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "networks act several times slower without the JDK's vector module, in the same bits: give java "
                            + "--add-modules " + VectorModule.NAME);
        }
    }

    /** Logs the warnings of the check before a run, which the command line prints. The thread that runs the run. */
    static final class LibraryWarnings implements TrainingListener {

        @Override
        public void onEnvironmentCheck(EnvironmentReport report) {
            report.allWarnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        }
    }
}
