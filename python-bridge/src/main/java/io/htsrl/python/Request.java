package io.htsrl.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.python.Interpreter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A requested Python environment: {@code gym:ID}, {@code gym:package.module:NAME} or {@code pettingzoo:package.module},
 * and its options. Options are keyword arguments with JSON values (or else texts), except three options of the bridge.
 * Immutable.
 *
 * @param id as given with {@code --env}
 * @param module module to import first; null for none
 * @param name name of a registered environment, or of a class or function of the module
 * @param kwargs JSON of its keyword arguments
 * @param wrapper {@code module:function} that is called with the environment; null for none
 * @param interpreter interpreter that runs it
 * @param workers maximum number of processes that replicas share
 */
record Request(
        String id, String module, String name, String kwargs, String wrapper, Interpreter interpreter, int workers) {
    static final String PREFIX = "gym:";

    /** Begins the names of environments of several agents. */
    static final String AGENTS_PREFIX = "pettingzoo:";

    private static final String PARALLEL = "parallel_env";
    static final String WRAPPER = "wrapper";
    static final String WORKERS = "python-workers";

    private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern MODULE = Pattern.compile(IDENTIFIER + "(\\." + IDENTIFIER + ")*");
    private static final Pattern FUNCTION = Pattern.compile(MODULE + ":" + IDENTIFIER);
    private static final int MOST_WORKERS = 4096;

    /**
     * Parses a request.
     *
     * @param environment variables of this process
     * @throws ConfigurationException with all violations
     */
    static Request parse(String id, Map<String, String> options, Map<String, String> environment) {
        Violations violations = new Violations();
        boolean agents = id.startsWith(AGENTS_PREFIX);
        String rest = id.substring(id.indexOf(':') + 1) + (agents && id.split(":").length == 2 ? ":" + PARALLEL : "");
        int colon = rest.indexOf(':');
        String module = colon < 0 ? null : rest.substring(0, colon);
        String name = rest.substring(colon + 1);
        violations.check(
                !name.isBlank() && (module == null || MODULE.matcher(module).matches()),
                "--env",
                id,
                agents ? "must be pettingzoo:MODULE" : "must be gym:ID or gym:MODULE:NAME",
                agents
                        ? "give pettingzoo:mpe2.simple_spread_v3, for example"
                        : "give gym:CartPole-v1, or gym:my_package.my_module:MyEnv, for example");
        Map<String, String> given = new TreeMap<>(options);
        Interpreter interpreter = Interpreter.of(Optional.ofNullable(given.remove(Interpreter.OPTION)), environment);
        String wrapper = given.remove(WRAPPER);
        violations.check(
                wrapper == null || FUNCTION.matcher(wrapper).matches(),
                "option " + WRAPPER,
                wrapper,
                "must be MODULE:FUNCTION",
                "give my_module:wrap, for example");
        int workers = workers(given.remove(WORKERS), violations);
        ObjectNode kwargs = PythonJson.object();
        given.forEach((key, value) -> {
            violations.check(
                    IDENTIFIER.matcher(key).matches(),
                    "option " + key,
                    null,
                    "is not understood by " + id + ", whose options are keyword arguments",
                    "leave it out");
            kwargs.set(key, PythonJson.value(value));
        });
        violations.throwIfAny();
        String json = new String(PythonJson.bytes(kwargs), StandardCharsets.UTF_8);
        return new Request(id, module, name, json, wrapper, interpreter, workers);
    }

    /**
     * Returns the maximum number of processes that replicas with these options share; the default for an invalid
     * option.
     */
    static int workers(Map<String, String> options) {
        return workers(options.get(WORKERS), new Violations());
    }

    private static int workers(String text, Violations violations) {
        int defaultValue = Runtime.getRuntime().availableProcessors();
        if (text == null) {
            return defaultValue;
        }
        if (text.matches("[0-9]{1,4}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST_WORKERS) {
            return Integer.parseInt(text);
        }
        violations.add(
                "option " + WORKERS, text, "must be in 1 .. " + MOST_WORKERS, "give " + defaultValue + ", for example");
        return defaultValue;
    }

    /** Returns the request as JSON for the worker. */
    ObjectNode json() {
        ObjectNode json =
                PythonJson.object().put("module", module).put("name", name).put("wrapper", wrapper);
        json.put("agents", id.startsWith(AGENTS_PREFIX));
        json.set("kwargs", PythonJson.value(kwargs));
        return json;
    }
}
