package io.htsrl.atari;

import io.htsrl.core.python.Interpreter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The package {@code ale_py} of a Python, which contains the ROMs of its games. In a virtual environment its folder is
 * searched; any other Python is started once per process and asked. Immutable, any thread.
 *
 * @param python interpreter that has the package
 * @param roms its folder of ROMs; null where none exists
 * @param problem reason why none exists, as a clause; empty where one exists
 */
record AlePy(Interpreter python, Path roms, String problem) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Prefix of the path, since a start of Python may print more. */
    private static final String MARK = "ale_py is in ";

    private static final String QUESTION =
            "import sys; sys.path[:] = [p for p in sys.path if p]; " // excludes the working directory
                    + "import importlib.util as u; s = u.find_spec('ale_py'); " + "print('" + MARK
                    + "' + (list(s.submodule_search_locations)[0] if s else ''))";
    /** Packages that were found, by interpreter; a missing one may be installed later. */
    private static final Map<String, AlePy> FOUND = new ConcurrentHashMap<>();

    /** Returns the package of {@code python}; an interpreter that has to be started has some seconds to answer. */
    static AlePy of(Interpreter python) {
        return of(python, PATIENCE);
    }

    static AlePy of(Interpreter python, Duration patience) {
        AlePy known = FOUND.get(python.executable());
        if (known != null && Files.isDirectory(known.roms)) {
            return new AlePy(python, known.roms, "");
        }
        AlePy found = python.virtualEnvironment()
                .flatMap(AlePy::inside)
                .map(folder -> new AlePy(python, folder, ""))
                .orElseGet(() -> asked(python, patience));
        if (found.roms != null) {
            FOUND.put(python.executable(), found);
        }
        return found;
    }

    /** Returns a name for the user. */
    @Override
    public String toString() {
        return "ale_py of " + python.executable();
    }

    /** Returns the command that installs the package, or a newer one. */
    String install() {
        return "'" + python.executable() + " -m pip install --upgrade ale-py'";
    }

    private static Optional<Path> inside(Path environment) {
        List<Path> found = new ArrayList<>(List.of(environment.resolve("Lib"))); // Windows
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(environment.resolve("lib"), "python*")) {
            versions.forEach(found::add);
        } catch (IOException e) {
            // no such folder on this system
        }
        return found.stream()
                .map(lib -> lib.resolve("site-packages").resolve("ale_py").resolve("roms"))
                .filter(Files::isDirectory)
                .findFirst();
    }

    private static AlePy asked(Interpreter python, Duration patience) {
        try {
            Path output = Files.createTempFile("hts-ale", ".txt");
            try {
                return asked(python, patience, output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return none(python, python.executable() + " cannot be started (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return none(python, "the wait for " + python.executable() + " was interrupted");
        }
    }

    private static AlePy asked(Interpreter python, Duration patience, Path output)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(python.executable(), "-c", QUESTION)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile()); // a file, since a child process may keep a pipe open
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return none(
                        python, python.executable() + " did not answer within " + patience.toMillis() / 1000.0 + " s");
            }
            return parsed(python, process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    private static AlePy parsed(Interpreter python, int status, String output) {
        List<String> lines = output.lines().toList();
        Optional<String> folder = lines.stream()
                .filter(line -> line.startsWith(MARK))
                .map(line -> line.substring(MARK.length()))
                .findFirst();
        if (folder.isEmpty()) {
            String last = lines.isEmpty() ? "without a word" : lines.get(lines.size() - 1);
            return none(python, python.executable() + " ended with exit status " + status + " (" + last + ")");
        }
        if (folder.get().isEmpty()) {
            return none(python, python.executable() + " has no ale_py");
        }
        try {
            Path roms = Path.of(folder.get(), "roms");
            return Files.isDirectory(roms)
                    ? new AlePy(python, roms, "")
                    : none(python, "ale_py of " + python.executable() + " has no ROMs inside");
        } catch (InvalidPathException e) {
            return none(python, "ale_py of " + python.executable() + " is in no folder: " + e.getMessage());
        }
    }

    private static AlePy none(Interpreter python, String problem) {
        return new AlePy(python, null, problem);
    }
}
