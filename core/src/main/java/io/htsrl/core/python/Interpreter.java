package io.htsrl.core.python;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Python executable and the origin of its name. Immutable, any thread.
 *
 * @param executable a path, or a name that the system finds
 * @param from origin of the name: a flag, an environment variable, or the default
 */
public record Interpreter(String executable, String from) {
    /** Name of the option and of the flag. */
    public static final String OPTION = "python";

    static final String VARIABLE = "HTS_PYTHON";
    private static final String VIRTUAL = "VIRTUAL_ENV";
    /** Name of the file that makes a folder a virtual environment. */
    private static final String MARK = "pyvenv.cfg";

    /** The setting of all providers that use a Python. */
    @SettingGroup("Run")
    public record InterpreterChoice(
            @Setting(
                    label = "EXE",
                    decidesBits = false,
                    onResume = true,
                    help = "The Python of --env gym:ID, whose ale_py also has the ROMs of --env "
                            + "ALE/Pong-v5; by default HTS_PYTHON, the active virtual environment's, "
                            + "or python3.")
            Optional<String> python) {}

    /**
     * Returns the given Python; otherwise that of {@code HTS_PYTHON}, of the active virtual environment, or python3,
     * which is {@code python} under Windows.
     */
    public static Interpreter of(Optional<String> given, Map<String, String> environment) {
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
        boolean windows = "Windows_NT".equals(environment.get("OS")); // where python3 opens the Microsoft Store
        return new Interpreter(windows ? "python" : "python3", "--" + OPTION);
    }

    /** Returns the virtual environment that contains this Python; empty if its path does not show one. */
    public Optional<Path> virtualEnvironment() {
        try {
            return Optional.ofNullable(Path.of(executable).getParent()) // of bin, or Scripts: links are not followed
                    .map(Path::getParent)
                    .filter(folder -> Files.isRegularFile(folder.resolve(MARK)));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Creates the error for a Python that cannot be started. */
    public ConfigurationException cannotStart(IOException e) {
        return refused("must be a Python that can be started (" + e.getMessage() + ")");
    }

    /** Creates an error that names this Python. */
    public ConfigurationException refused(String rule) {
        return new ConfigurationException(
                from, executable, rule, "install Python 3.8 or newer, or name one: --python /path/to/python3");
    }
}
