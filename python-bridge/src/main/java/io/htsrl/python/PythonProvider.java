package io.htsrl.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.python.Interpreter;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes Python environments: {@code gym:ID} for those registered with Gymnasium, {@code gym:module:NAME} for a user's
 * own, {@code pettingzoo:module} for several agents. Options are keyword arguments, and those of {@link Request}. Any
 * thread.
 */
public final class PythonProvider implements EnvironmentProvider {
    /** Gymnasium's own environments, with their newest versions. */
    private static final List<String> GYMNASIUM = List.of(("CartPole-v1 MountainCar-v0 MountainCarContinuous-v0 "
                    + "Pendulum-v1 Acrobot-v1 LunarLander-v3 LunarLanderContinuous-v3 BipedalWalker-v3 "
                    + "BipedalWalkerHardcore-v3 CarRacing-v3 Blackjack-v1 FrozenLake-v1 FrozenLake8x8-v1 "
                    + "CliffWalking-v1 CliffWalkingSlippery-v1 Taxi-v4 Reacher-v5 Pusher-v5 InvertedPendulum-v5 "
                    + "InvertedDoublePendulum-v5 HalfCheetah-v5 Hopper-v5 Swimmer-v5 Walker2d-v5 Ant-v5 Humanoid-v5 "
                    + "HumanoidStandup-v5")
            .split(" "));
    /**
     * IDs that only run code of Gymnasium, ALE, MiniGrid or Gymnasium-Robotics. {@code GymV21Environment-v0} is
     * excluded, since it imports the module that its options name.
     */
    private static final Pattern REGISTERED = Pattern.compile("((ALE/|phys2d/|tabular/|MiniGrid-|BabyAI-)[A-Za-z0-9-]+|"
            + "(Fetch|HandReach|HandManipulate|AdroitHand|AntMaze_|PointMaze_|FrankaKitchen)[A-Za-z_]*|"
            + GYMNASIUM.stream().map(PythonProvider::withoutVersion).collect(Collectors.joining("|"))
            + ")-v[0-9]{1,3}");
    /** A file such as {@code envs/my.py} or {@code C:\envs\my.py}. */
    private static final Pattern FILE = Pattern.compile("((?<folder>.*)[/\\\\])?(?<module>[^/\\\\]+)\\.py");

    /** Workers of this JVM by request: equal requests share processes, and a kind of environment is described once. */
    private static final Map<Request, Workers> WORKERS = new ConcurrentHashMap<>();

    /** The options that have flags, beside the interpreter. */
    @SettingGroup("Run")
    record BridgeSettings(
            @Setting(
                    label = "W",
                    decidesBits = false,
                    onResume = true,
                    help = "Most processes that replicas of --env gym:ID share; by default one per core.")
            Optional<String> pythonWorkers,

            @Setting(
                    label = "MODULE:FUNCTION",
                    help = "A Python function that is called with each environment and returns the one to step.")
            Optional<String> wrapper) {}

    /** Returns no names, since only Python knows them; 'hts envs --python' lists them. */
    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(Interpreter.InterpreterChoice.class, BridgeSettings.class);
    }

    @Override
    public List<Listed> list(Map<String, String> options) {
        Request asked = Request.parse(Request.PREFIX + "registry", options, System.getenv());
        List<Listed> all = new ArrayList<>();
        new Workers(asked, Workers.IDLE_SECONDS)
                .registry()
                .forEach(each -> all.add(new Listed(
                        Request.PREFIX + each.path("id").asText(),
                        each.path("entry_point").asText(),
                        each.path("max_steps").asInt())));
        return all;
    }

    @Override
    public boolean provides(String id) {
        return id.startsWith(Request.PREFIX) || id.startsWith(Request.AGENTS_PREFIX);
    }

    /** Knows Gymnasium's environments in any version and case, and files of Python. */
    @Override
    public Optional<String> suggest(String id) {
        Matcher file = FILE.matcher(id);
        if (!file.matches()) {
            return Suggestions.meant(withoutVersion(id), GYMNASIUM).map(newest -> Request.PREFIX + newest);
        }
        String named = Request.PREFIX + file.group("module") + ":CLASS";
        return Optional.of(
                file.group("folder") == null ? named : named + ", with " + file.group("folder") + " on PYTHONPATH");
    }

    private static String withoutVersion(String id) {
        return id.replaceFirst("-v[0-9]+$", "");
    }

    @Override
    public int processes(String id, Map<String, String> options) {
        return Request.workers(options);
    }

    @Override
    public List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        return namedCode(id, options);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Request request = Request.parse(id, options, System.getenv());
        Workers workers = WORKERS.computeIfAbsent(request, asked -> new Workers(asked, Workers.IDLE_SECONDS));
        return PythonEnvironment.create(workers);
    }

    /** Returns all code that the options name, in the order in which it would run. */
    static List<ForeignCode> namedCode(String id, Map<String, String> options) {
        List<ForeignCode> code = new ArrayList<>();
        Map<String, String> given = new TreeMap<>(options);
        String python = given.remove(Interpreter.OPTION);
        String wrapper = given.remove(Request.WRAPPER);
        given.remove(Request.WORKERS);
        if (python != null) {
            code.add(new ForeignCode(Interpreter.OPTION, "the program " + python));
        }
        String name = id.substring(id.indexOf(':') + 1);
        if (id.startsWith(Request.AGENTS_PREFIX) || !REGISTERED.matcher(name).matches()) {
            code.add(new ForeignCode("env", "Python's " + name + (given.isEmpty() ? "" : " with " + json(given))));
        }
        if (wrapper != null) {
            code.add(new ForeignCode(Request.WRAPPER, "Python's " + wrapper));
        }
        return code;
    }

    private static String json(Map<String, String> options) {
        ObjectNode json = PythonJson.object();
        options.forEach(json::put);
        return json.toString();
    }
}
