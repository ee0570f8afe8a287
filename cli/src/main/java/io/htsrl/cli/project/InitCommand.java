package io.htsrl.cli.project;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts init}: writes a project for the user's own environment. One thread. */
@Command(
        name = "init",
        header = "Makes a project for an environment of your own, with a test of its determinism.",
        footer = "  hts init my-env --python")
public final class InitCommand extends PlainCommand {
    private static final ProjectTemplate PYTHON = new ProjectTemplate(Map.of(
            "README.md", "python/README.md",
            ".gitignore", "gitignore",
            "my_env.py", "python/my_env.py",
            "test_my_env.py", "python/test_my_env.py"));
    private static final ProjectTemplate JAVA = new ProjectTemplate(Map.of(
            "README.md", "java/README.md",
            ".gitignore", "gitignore",
            "pom.xml", "java/pom.xml",
            "src/main/java/myenv/MyEnv.java", "java/MyEnv.java",
            "src/test/java/myenv/MyEnvTest.java", "java/MyEnvTest.java"));

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            defaultValue = ".",
            description = "A new or empty folder (default: this one).")
    private Path folder;

    @Option(names = "--python", description = "A class of Python, as Gymnasium has them.")
    private boolean python;

    @Option(names = "--java", description = "A class of Java, in a Maven project.")
    private boolean java;

    @Override
    public Integer call() {
        Violations.require(
                python != java, "--python, --java", null, "must be one of the two", "give 'hts init FOLDER --python'");
        Map<String, String> words =
                Map.of("version", BuildInfo.current().version(), "group", "myenv", "name", "my-env");
        (python ? PYTHON : JAVA).write(folder, words);
        out().println("a project for your environment is in " + folder + "; " + folder.resolve("README.md")
                + " has the first commands");
        return ExitCode.OK;
    }
}
