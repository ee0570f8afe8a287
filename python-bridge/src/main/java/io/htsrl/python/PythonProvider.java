package io.htsrl.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.python.Interpreter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Makes Python environments: {@code gym:ID} for those registered with Gymnasium, {@code gym:module:NAME} for a user's
 * own. Options are keyword arguments, and those of {@link Request}. Any thread.
 */
public final class PythonProvider implements EnvironmentProvider {
    /**
     * IDs of Gymnasium's own environments. {@code GymV21Environment-v0} is excluded, since it imports the module that
     * its options name.
     */
    private static final Pattern REGISTERED = Pattern.compile("((ALE/|phys2d/|tabular/|MiniGrid-|BabyAI-)[A-Za-z0-9-]+|"
            + "CartPole|MountainCar|MountainCarContinuous|Pendulum|Acrobot|"
            + "LunarLander|LunarLanderContinuous|BipedalWalker|BipedalWalkerHardcore|CarRacing|"
            + "Blackjack|FrozenLake|FrozenLake8x8|CliffWalking|CliffWalkingSlippery|Taxi|"
            + "Reacher|Pusher|InvertedPendulum|InvertedDoublePendulum|HalfCheetah|Hopper|Swimmer|Walker2d|Ant|"
            + "Humanoid|HumanoidStandup)-v[0-9]{1,3}");
    /** Workers of this JVM by request: equal requests share processes, and a kind of environment is described once. */
    private static final Map<Request, Workers> WORKERS = new ConcurrentHashMap<>();

    /** Returns no names, since only Python knows them; 'hts envs --python' lists them. */
    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public List<Listed> list(String kind, Map<String, String> options) {
        if (!kind.equals("python")) {
            return List.of();
        }
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
        return id.startsWith(Request.PREFIX);
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
        String name = id.substring(Request.PREFIX.length());
        if (!REGISTERED.matcher(name).matches()) {
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
