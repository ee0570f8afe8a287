package io.htsrl.trainer;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.Disk;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.settings.Layer;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.model.RecordedSettings;
import io.htsrl.trainer.model.RecordedSpaces;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.settings.RunResolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A learnt policy, which can act, be evaluated, saved and loaded. Any thread; calls of {@link #act} exclude each other.
 */
public final class Agent {
    private final RunConfig config;
    private final EnvironmentSpec spec;
    private final ModelFile.Model model;
    private final long timesteps;
    private final TrainingResult result; // null for one that was loaded
    private final Policy.Snapshot snapshot;
    private final Policy.Forward forward;
    private final ActionHead head;
    private final ObservationBatch batch = new ObservationBatch(1);
    private final float[] outputs;
    private final float[] state; // recurrent; empty without a memory

    Agent(RunConfig config, EnvironmentSpec spec, ModelFile.Model model, long timesteps, TrainingResult result) {
        this.config = config;
        this.spec = spec;
        this.model = model;
        this.timesteps = timesteps;
        this.result = result;
        PolicyNetwork policy = config.policy(spec);
        this.snapshot = policy.newEvaluationSnapshot();
        snapshot.load(model.parameters());
        this.forward = policy.newForward();
        this.head = config.head(spec);
        this.outputs = new float[policy.rowWidth()];
        this.state = new float[policy.memorySize()];
    }

    /**
     * Loads a saved agent, or the newest one of a run directory. It can act; {@link #evaluate} needs one of hts-rl's
     * own environments: see {@link #load(Path, Trust)} and {@link #load(Path, Supplier)}.
     *
     * @throws ConfigurationException when none exists, or this version cannot read it
     * @throws io.htsrl.checkpoints.CheckpointException when the file is damaged
     */
    public static Agent load(Path file) {
        return load(file, Trust.OWN);
    }

    /** Loads an agent; with {@link Trust#RECORDED}, {@link #evaluate} runs the code that the file names. */
    public static Agent load(Path file, Trust trust) {
        String remedy = "load it with Trust.RECORDED if you know who made it, or with an environment of your own";
        return load(file, config -> trust.admit(config, file, remedy));
    }

    /** Loads an agent that is evaluated in a program's own environment. */
    public static Agent load(Path file, Supplier<? extends Environment> environments) {
        Settable.checkGiven(environments);
        return load(file, (UnaryOperator<RunConfig>) config -> config.in(environments));
    }

    private static Agent load(Path file, UnaryOperator<RunConfig> admission) {
        Path model = Files.isDirectory(file) ? file.resolve(ModelFile.NAME) : file;
        Violations.require(
                Files.exists(model), "agent", model, "must be there", "save one with Agent.save, or let the run end");
        try (CheckpointFile opened = CheckpointFile.open(model)) {
            return read(opened, admission);
        }
    }

    /** Reads an agent from a model or a checkpoint. Either describes the spaces, so acting needs no environment. */
    private static Agent read(CheckpointFile file, UnaryOperator<RunConfig> admission) {
        Layer settings = RecordedSettings.read(file);
        Optional<EnvironmentSpec> spaces =
                RecordedSpaces.ofNetwork(settings.has("env") ? settings.last("env") : "", file.metadata());
        Violations.require(
                settings.has("algo") && spaces.isPresent(),
                "agent",
                file.path(),
                "must say what its network is, and an earlier version wrote it",
                "evaluate its run with 'hts evaluate', or train again");
        RunConfig config = RunResolver.recorded(settings);
        EnvironmentSpec spec = spaces.orElseThrow();
        ModelFile.Model model = ModelFile.read(file, config.policy(spec).tensors());
        return new Agent(admission.apply(config), spec, model, ModelFile.timesteps(file), null);
    }

    /**
     * Returns the best action in a state. A policy with a memory remembers the observations since
     * {@link #beginEpisode}.
     *
     * @param observation one observation; of a network that sees a stack of S, these one after another, the oldest
     *     first; each is followed by the index of its policy, if agents have {@linkplain ObservationSpace#policies
     *     different ones}, and by its mask, if the environment masks actions: 1 for an allowed action, 0 for another
     * @return the action as environments take it: the index of a discrete action, or its components
     * @throws IllegalArgumentException when it has another number of elements
     */
    public synchronized float[] act(float... observation) {
        check(ObservationSpace.Kind.FLOAT32, observation.length);
        batch.over(observation, config.frameStack(), spec.observationSpace().size());
        return bestAction();
    }

    /** Returns the best action for an observation of bytes, such as frames. */
    public synchronized float[] act(byte[] observation) {
        check(ObservationSpace.Kind.UINT8, observation.length);
        batch.over(observation, config.frameStack(), spec.observationSpace().size());
        return bestAction();
    }

    /** Forgets earlier observations; called before the first observation of an episode, for a policy with a memory. */
    public synchronized void beginEpisode() {
        Arrays.fill(state, 0);
    }

    private float[] bestAction() {
        batch.states(state.length == 0 ? null : state);
        batch.add((config.frameStack() - 1) * spec.observationSpace().size());
        batch.state(0);
        forward.forward(snapshot, batch, outputs, new int[1]);
        System.arraycopy(outputs, outputs.length - state.length, state, 0, state.length);
        float[] action = new float[head.actionWidth()];
        head.mode(outputs, 0, action, 0);
        head.toEnvironment(action, 0, action, 0);
        return action;
    }

    /**
     * Plays episodes with the best actions, in separate environments.
     *
     * @throws ConfigurationException when the environment is neither on the class path nor given
     */
    public EvaluationRecord evaluate(int episodes) {
        return evaluate(episodes, config.seed());
    }

    /** @param seed of the episodes: equal seeds, equal episodes */
    public EvaluationRecord evaluate(int episodes, long seed) {
        Violations.require(episodes >= 1, "episodes", episodes, "must be at least 1", "give 10, for example");
        try (EpisodeRunner runner = new EpisodeRunner(config, EvaluationPolicy.GREEDY, episodes)) {
            long intervals = ModelFile.intervals(model, config, timesteps);
            return new EvaluationRecord(
                    intervals,
                    timesteps,
                    0,
                    EvaluationPolicy.GREEDY.toString(),
                    runner.run(model.parameters(), EpisodeRunner.stream(seed, intervals), episodes, () -> {}));
        }
    }

    /**
     * Writes the agent to one safetensors file, in the format of a run directory's {@code model.safetensors}.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when it cannot be written; the file before it is kept
     */
    public void save(Path file) {
        ModelFile.write(Disk.REAL, file, config, spec, model, timesteps);
    }

    /** Returns a copy of the parameters, tensor after tensor. */
    public float[] parameters() {
        return model.parameters().clone();
    }

    /** Returns the space of the observations. */
    public ObservationSpace observationSpace() {
        return spec.observationSpace();
    }

    /** Returns the space of the actions. */
    public ActionSpace actionSpace() {
        return spec.actionSpace();
    }

    /** Returns the result of the training; empty for an agent that was loaded. */
    public Optional<TrainingResult> result() {
        return Optional.ofNullable(result);
    }

    private void check(ObservationSpace.Kind kind, int length) {
        ObservationSpace observations = spec.observationSpace();
        int expected = config.frameStack() * observations.size();
        if (kind != observations.kind() || length != expected) {
            throw new IllegalArgumentException(
                    "the agent sees " + (config.frameStack() == 1 ? "" : config.frameStack() + " x ") + observations
                            + ", " + expected + " elements, and was shown " + length + " of "
                            + kind.name().toLowerCase(Locale.ROOT));
        }
    }
}
