package io.htsrl.trainer.settings;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.service.ClassPathVariable;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.Values;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.trainer.config.FlatImages;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.recording.RecordingSource;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Resolves a run from layers: the algorithm's preset, above it presets of the algorithm on that environment, above them
 * a preset named by the user, above it the user's settings. Reports everything that is wrong at once. One thread.
 */
public final class RunResolver {
    private static final String ALGO = "algo";
    private static final String ENV = "env";
    private static final String PRESET = "preset";
    private static final String NETWORK = "network";
    private static final String MEMORY = "memory";
    private static final String NUM_ENVS = "num-envs";
    private static final String MINIBATCHES = "num-minibatches";
    private static final String OPTION = "option ";
    private static final String FROM = "from";
    private static final String FROM_DIGEST = "from-digest";

    /** Settings of a run that learns from recorded steps: an update for each step, from the first one on. */
    private static final Layer OF_RECORDING = Layer.ofPreset("defaults of --from")
            .add(NUM_ENVS, "1")
            .add("sync-interval", "100")
            .add("utd", "1")
            .add("learning-starts", "0");

    private final Schema schema;
    private final List<Layer> own;
    private final Violations violations;
    private final Supplier<? extends Environment> maker;
    private UnaryOperator<RunConfig> admission = UnaryOperator.identity();
    private Optional<Asked> asked; // null until the environment has been asked
    private boolean recorded;

    /**
     * Creates a resolver for the settings of one run.
     *
     * @param own the user's layers, lowest first
     * @param violations receives what is wrong
     * @param maker makes a program's own environment; null for one that is found by its name
     */
    public RunResolver(Schema schema, List<Layer> own, Violations violations, Supplier<? extends Environment> maker) {
        this.schema = schema;
        this.own = own.stream()
                .map(layer -> meant(layer, ALGO, Algorithms::names))
                .map(layer -> maker == null && !isEnvironment(layer) ? meant(layer, ENV, Environments::names) : layer)
                .toList();
        this.violations = violations;
        this.maker = maker;
    }

    /** Lets {@code newAdmission} change the run before its environment is made. */
    public RunResolver admitting(UnaryOperator<RunConfig> newAdmission) {
        admission = newAdmission;
        return this;
    }

    /** Takes the user's layers as those of a run that has begun, if {@code isRecorded}: its spaces choose no preset. */
    public RunResolver ofRecordedRun(boolean isRecorded) {
        recorded = isRecorded;
        return this;
    }

    /**
     * Returns whether the layer's environment has a provider: listing all names of providers would load native
     * libraries.
     */
    private static boolean isEnvironment(Layer layer) {
        return layer.texts(ENV).size() == 1 && Environments.exists(layer.last(ENV));
    }

    /** Returns the layer with the unambiguous name for {@code key}, such as {@code ppo} for {@code PPO}. */
    private static Layer meant(Layer layer, String key, Supplier<List<String>> names) {
        return layer.texts(key).size() == 1
                ? Suggestions.meant(layer.last(key), names.get())
                        .map(name -> layer.replacing(key, name))
                        .orElse(layer)
                : layer;
    }

    /**
     * The resolved settings; with violations they serve only to find more of them.
     *
     * @param known whether the environment exists
     * @param sources the sources of settings, lowest first
     */
    public record Resolution(
            RunConfig config, EvaluationConfig evaluation, Values values, boolean known, List<String> sources) {}

    /** @param unread whether a file that may name algorithm and environment could not be read */
    public Resolution resolve(boolean unread) {
        List<Layer> named = namedPreset();
        List<String> names = Algorithms.names();
        Optional<String> algo = required(ALGO, named, Suggestions.oneOf(names), unread);
        Optional<String> env = required(ENV, List.of(), "CartPole-v1, for example; 'hts envs' lists them", unread);
        Optional<Algorithm> algorithm = algo.flatMap(Algorithms::find);
        named.stream().filter(preset -> preset.has(ALGO)).forEach(preset -> checkAlgorithm(preset, algorithm));
        Algorithm used = algorithm.orElseGet(() -> Algorithms.all().get(0)); // so that the other settings are checked
        List<Layer> layers = layers(used, env, named);
        Values values = new Values(schema, withNetwork(layers, used), RunSchema.unused(used), violations);
        boolean known = env.isPresent() && environmentKnown(values);
        new SettingRules(values, violations).check(algorithm);
        RunConfig config = admitted(values, used);
        check(config, values, known && algorithm.isPresent()); // otherwise it is checked for another algorithm
        EvaluationConfig evaluation = values.record(EvaluationConfig.class);
        Violations found = new Violations();
        evaluation.check(found);
        values.addPlaced(found.list(), violations);
        return new Resolution(config, evaluation, values, known, sources(layers));
    }

    /**
     * Returns each source once, at its highest layer: the environment's preset may refer to the one named by the user.
     */
    private static List<String> sources(List<Layer> layers) {
        Set<String> sources = new LinkedHashSet<>();
        for (Layer layer : layers) {
            if (!layer.isEmpty()) {
                sources.remove(layer.source());
                sources.add(layer.source());
            }
        }
        return List.copyOf(sources);
    }

    /**
     * Returns the run of recorded settings: it was checked when it began, so its environment need not exist.
     *
     * @throws ConfigurationException when a setting is not understood, or the algorithm is not on the class path
     */
    public static RunConfig recorded(Layer settings) {
        Violations violations = new Violations();
        String name = settings.has(ALGO) ? settings.last(ALGO) : "";
        Optional<Algorithm> algorithm = Algorithms.find(name);
        violations.check(
                algorithm.isPresent(),
                settings.name(ALGO),
                name,
                "must be an algorithm on the class path",
                "add its jar, or take one of " + String.join(", ", Algorithms.names()));
        violations.throwIfAny();
        Values values = new Values(
                RunSchema.ofRun(), List.of(Presets.of(name), settings), RunSchema.unused(algorithm.get()), violations);
        violations.throwIfAny();
        return config(values, algorithm.get());
    }

    /** Returns the preset that the user named, if any. */
    private List<Layer> namedPreset() {
        for (int i = own.size() - 1; i >= 0; i--) {
            if (own.get(i).has(PRESET)) {
                String name = own.get(i).last(PRESET);
                Optional<Layer> preset = Presets.named(name);
                violations.check(
                        preset.isPresent(),
                        own.get(i).name(PRESET),
                        name,
                        "must name a preset",
                        Suggestions.didYouMean(name, Presets.NAMED)
                                .orElse("choose " + Suggestions.oneOf(Presets.NAMED)));
                return preset.stream().toList();
            }
        }
        return List.of();
    }

    private void checkAlgorithm(Layer preset, Optional<Algorithm> algorithm) {
        String only = preset.last(ALGO);
        violations.check(
                algorithm.isEmpty() || only.equals(algorithm.get().name()),
                "--" + PRESET,
                preset.source(),
                "is for --algo " + only + " only",
                "choose another, or that algorithm");
    }

    private Optional<String> required(String key, List<Layer> named, String remedy, boolean unread) {
        List<Layer> from = new ArrayList<>(named);
        from.addAll(own);
        for (int i = from.size() - 1; i >= 0; i--) {
            if (from.get(i).has(key)) {
                return Optional.of(from.get(i).last(key));
            }
        }
        violations.check(unread, "--" + key, null, "must be given", "give " + remedy); // it may be in that file
        return Optional.empty();
    }

    private List<Layer> layers(Algorithm algorithm, Optional<String> env, List<Layer> named) {
        List<Layer> layers = new ArrayList<>();
        layers.add(Presets.of(algorithm.name()));
        List<Layer> above = new ArrayList<>(named);
        above.addAll(own);
        if (env.isPresent()) {
            List<Layer> all = Stream.concat(layers.stream(), above.stream()).toList();
            boolean memory = own.stream().anyMatch(layer -> layer.has(MEMORY)); // which needs larger minibatches
            layers.addAll(
                    recorded || memory || !named.isEmpty()
                            ? Presets.of(algorithm.name(), env.get())
                            : Presets.of(
                                    algorithm.name(),
                                    env.get(),
                                    () -> ask(all, algorithm).map(Asked::spec)));
        }
        if (above.stream().anyMatch(layer -> layer.has(FROM))) {
            layers.add(OF_RECORDING);
        } else if (env.isPresent() && own.stream().noneMatch(layer -> layer.has(NUM_ENVS))) {
            wholeEnvironments(Stream.concat(layers.stream(), above.stream()).toList(), algorithm)
                    .ifPresent(layer -> above.add(named.size(), layer));
        }
        layers.addAll(above);
        if (own.stream().noneMatch(layer -> layer.has(MINIBATCHES))) {
            wholeMinibatches(layers, algorithm).ifPresent(layers::add);
        }
        return layers;
    }

    /**
     * Returns a layer with the next smaller number of minibatches that divides the interval, for a preset's number that
     * does not; empty where that is less than half of the preset's: then the check reports the mistake.
     */
    private Optional<Layer> wholeMinibatches(List<Layer> layers, Algorithm algorithm) {
        if (schema.find(MINIBATCHES)
                .filter(setting -> RunSchema.applies(setting, algorithm))
                .isEmpty()) {
            return Optional.empty();
        }
        Values values = new Values(schema, layers, RunSchema.unused(algorithm), new Violations());
        int preset = values.get(MINIBATCHES);
        RunConfig config = config(values, algorithm);
        PipelineConfig pipeline = config.pipeline();
        boolean rollouts =
                config.network().memory().memory() != MemoryConfig.Kind.NONE; // of which a minibatch has whole ones
        int divided = pipeline.hasSteps() ? (rollouts ? pipeline.columns() : pipeline.stepsPerInterval()) : 0;
        int whole = Minibatches.divisor(preset, divided);
        return divided < 1 || whole == preset || whole < (preset + 1) / 2
                ? Optional.empty()
                : Optional.of(
                        Layer.ofPreset(preset + " does not divide " + divided + (rollouts ? " rollouts" : " steps"))
                                .add(MINIBATCHES, Integer.toString(whole)));
    }

    /** Returns a layer that rounds a preset's number of replicas up to a multiple of the agents; empty if it is one. */
    private Optional<Layer> wholeEnvironments(List<Layer> layers, Algorithm algorithm) {
        int agents = ask(layers, algorithm).map(Asked::agents).orElse(1);
        if (agents == 1) {
            return Optional.empty();
        }
        int given = draft(layers, algorithm).pipeline().numEnvs();
        int whole = (given + agents - 1) / agents * agents;
        return whole == given
                ? Optional.empty()
                : Optional.of(
                        Layer.ofPreset(agents + " agents in one environment").add(NUM_ENVS, Integer.toString(whole)));
    }

    /** Returns the run of these layers; reports none of their violations. */
    private RunConfig draft(List<Layer> layers, Algorithm algorithm) {
        return admitted(new Values(schema, layers, RunSchema.unused(algorithm), new Violations()), algorithm);
    }

    /** An environment's description, read before the run is resolved. */
    private record Asked(EnvironmentSpec spec, int agents) {}

    /** Returns the environment's description; makes the environment once. Empty if it cannot be made. */
    private Optional<Asked> ask(List<Layer> layers, Algorithm algorithm) {
        if (asked == null) {
            try {
                asked = Optional.of(draft(layers, algorithm)
                        .ask(made -> new Asked(
                                made.spec(), made.agents().map(Agents::count).orElse(1))));
            } catch (ConfigurationException e) {
                asked = Optional.empty(); // the check reports the mistake
            }
        }
        return asked;
    }

    /**
     * Returns the layers with the network that fits the observations, if the highest layer that names one says
     * {@code auto}.
     */
    private List<Layer> withNetwork(List<Layer> layers, Algorithm algorithm) {
        int at = layers.size() - 1;
        while (at > 0 && layers.get(at).texts(NETWORK).isEmpty()) {
            at--;
        }
        List<String> given = layers.get(at).texts(NETWORK);
        if (!given.isEmpty() && !given.equals(List.of(AutoValue.AUTO))) {
            return layers;
        }
        List<Layer> chosen = new ArrayList<>(layers);
        chosen.set(at, layers.get(at).replacing(NETWORK, fittingNetwork(layers, algorithm)));
        return chosen;
    }

    private String fittingNetwork(List<Layer> layers, Algorithm algorithm) {
        try {
            RunConfig flat = draft(layers, algorithm);
            return ask(layers, algorithm)
                    .flatMap(made -> FlatImages.readBetter(flat, made.spec()))
                    .orElse(MlpConfig.NAME);
        } catch (ConfigurationException e) {
            return MlpConfig.NAME; // the check reports the mistake
        }
    }

    private RunConfig admitted(Values values, Algorithm algorithm) {
        return admission.apply(config(values, algorithm).in(maker));
    }

    private boolean environmentKnown(Values values) {
        String id = values.<String>given(ENV).orElse("");
        if (maker != null || Environments.exists(id)) {
            return true;
        }
        violations.add(values.name(ENV), id, "must name an environment that is there", remedyOfUnknown(id));
        return false;
    }

    /**
     * Returns the remedy for an unknown environment: a typed name may be misspelt; a recorded run had it on its class
     * path.
     */
    private String remedyOfUnknown(String id) {
        List<String> names = Environments.names();
        Optional<String> near = Suggestions.closest(id, names).or(() -> Environments.suggest(id));
        Layer given =
                own.stream().filter(layer -> layer.has(ENV)).reduce((a, b) -> b).orElseThrow();
        if (near.isPresent() && !given.isFile()) {
            return "did you mean " + near.get() + "?";
        }
        String add = given.isProgram()
                ? "put the jar that has it on the class path"
                : "add the jar or folder that has it to " + ClassPathVariable.NAME
                        + (given.isFile() ? ", as when that run was made" : "");
        return add
                + near.map(name -> "; or did you mean " + name + "?")
                        .orElse(", or choose one of " + String.join(", ", names));
    }

    private static RunConfig config(Values values, Algorithm algorithm) {
        NetworkConfig network = RecurrentConfig.of(network(values), values.record(MemoryConfig.class));
        AlgorithmConfig settings = values.record(algorithm.settings());
        RunConfig config = values.record(RunConfig.class, component -> other(component, network, settings));
        Optional<Path> from = values.given(FROM);
        if (from.isPresent()) {
            boolean own = values.above(FROM, FROM_DIGEST); // a settings file's digest is of its own recording
            Optional<String> digest = own ? Optional.empty() : values.given(FROM_DIGEST);
            config = config.learningFrom(new RecordingSource(from.get(), digest.orElse(""), null));
        }
        Map<String, String> options = new HashMap<>(config.envOptions());
        RunSchema.environmentOptions()
                .forEach(key -> values.given(key).ifPresent(value -> options.put(key, option(value))));
        return options.equals(config.envOptions()) ? config : config.withEnvOptions(Map.copyOf(options));
    }

    private static String option(Object value) {
        return value instanceof Path path
                ? path.toFile().getAbsolutePath() // valid in every folder
                : value.toString();
    }

    private static Object other(RecordComponent component, NetworkConfig network, AlgorithmConfig settings) {
        return component.getType() == NetworkConfig.class
                ? network
                : component.getType() == AlgorithmConfig.class ? settings : null;
    }

    private static NetworkConfig network(Values values) {
        String name = values.get(NETWORK);
        return Networks.find(name.equals(AutoValue.AUTO) ? MlpConfig.NAME : name)
                .orElseThrow()
                .configure(values::record);
    }

    /** Checks the run. An unknown environment has been reported already, with a suggestion. */
    private void check(RunConfig config, Values values, boolean known) {
        Violations found = new Violations();
        try {
            config.check();
        } catch (ConfigurationException e) {
            found.addAll(e);
        }
        if (config.totalTimesteps() >= 1) { // otherwise reported already
            config.algorithm().checkLength(config.totalTimesteps(), found);
        }
        values.addPlaced(
                found.list().stream()
                        .filter(v -> known || !v.setting().equals("--" + ENV))
                        .map(v -> asTyped(v, config, values))
                        .toList(),
                violations);
    }

    /** Returns the violation in the user's terms: {@code option NAME} becomes {@code --env-option NAME=VALUE}. */
    private static Violation asTyped(Violation found, RunConfig config, Values values) {
        String name = found.setting().startsWith(OPTION) ? found.setting().substring(OPTION.length()) : "";
        String text = config.envOptions().get(name);
        if (RunSchema.environmentOptions().contains(name) && values.given(name).isPresent()) {
            return new Violation("--" + name, values.given(name).get(), found.rule(), found.remedy());
        }
        return text == null ? found : new Violation("--env-option", name + "=" + text, found.rule(), found.remedy());
    }

    /** Returns the keys whose values follow from others: one thread leaves no choice, whatever lower layers say. */
    public static Set<String> derived(Values values, RunConfig config) {
        Set<String> derived = new HashSet<>(values.derived());
        if (config.pipeline().schedule().oneThread()) { // other schedules must not say so
            derived.addAll(List.of("executors", "actor-batch"));
        }
        return Set.copyOf(derived);
    }
}
