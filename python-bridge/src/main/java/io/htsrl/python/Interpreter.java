package io.htsrl.python;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which Python runs the workers. Immutable.
 *
 * @param executable a path, or a name that the system finds
 * @param from       who named it: a flag, a variable, or nobody
 */
record Interpreter(String executable, String from) {
    /** The option, and the flag. */
    static final String OPTION = "python";

    static final String VARIABLE = "HTS_PYTHON";
    private static final String VIRTUAL = "VIRTUAL_ENV";
    private static final String USUAL = "python3";

    /** The one that is asked for; else that of {@code HTS_PYTHON}, of the active virtual environment, or python3. */
    static Interpreter of(Optional<String> given, Map<String, String> environment) {
        if (given.isPresent()) {
            return new Interpreter(given.get(), "--" + OPTION);
        }
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return new Interpreter(named, VARIABLE);
        }
        String virtual = environment.getOrDefault(VIRTUAL, "");
        for (String place : virtual.isEmpty() ? List.<String>of() : List.of("bin/python3", "Scripts/python.exe")) {
            Path inside = Path.of(virtual).resolve(place);
            if (Files.isExecutable(inside)) {
                return new Interpreter(inside.toString(), VIRTUAL);
            }
        }
        return new Interpreter(USUAL, "--" + OPTION);
    }

    ConfigurationException cannotStart(IOException e) {
        return refused("must be a Python that can be started (" + e.getMessage() + ")");
    }

    ConfigurationException refused(String rule) {
        return new ConfigurationException(new Violations()
                .add(from, executable, rule, "install Python 3.8 or newer, or name one: --python /path/to/python3"));
    }
}
