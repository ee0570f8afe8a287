package io.htsrl.cli.project;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.learners.Algorithms;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code hts new algorithm}: writes a project for the user's own algorithm. One thread. */
@Command(name = "new", header = "Makes a project for an algorithm of your own.", footer = "  hts new algorithm my-ppo")
public final class NewCommand extends PlainCommand {
    private static final String SOURCES = "src/main/java/$package$/$Name$";
    private static final ProjectTemplate ALGORITHM = new ProjectTemplate(Map.of(
            "README.md",
            "algorithm/README.md",
            ".gitignore",
            "gitignore",
            "pom.xml",
            "java/pom.xml",
            SOURCES + "Algorithm.java",
            "algorithm/Algorithm.java",
            SOURCES + "Learner.java",
            "algorithm/Learner.java",
            "src/test/java/$package$/$Name$AlgorithmTest.java",
            "algorithm/AlgorithmTest.java",
            "src/main/resources/presets/$name$.yaml",
            "algorithm/preset.yaml",
            "src/main/resources/META-INF/services/io.htsrl.learners.Algorithm",
            "algorithm/service"));

    @Parameters(index = "0", paramLabel = "KIND", description = "algorithm.")
    private String kind;

    @Parameters(
            index = "1",
            paramLabel = "NAME",
            description = "Name for --algo: words of a-z and 0-9, joined by hyphens.")
    private String name;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "FOLDER",
            description = "A new or empty folder (default: NAME).")
    private Path folder;

    @Override
    public Integer call() {
        Violations.require(
                kind.equals("algorithm"), "KIND", kind, "must be algorithm", "give 'hts new algorithm NAME'");
        String joined = name.replace("-", "");
        check(joined);
        Map<String, String> words = Map.of(
                "name", name,
                "Name", Stream.of(name.split("-")).map(NewCommand::capitalised).collect(Collectors.joining()),
                "package", joined,
                "group", joined,
                "version", BuildInfo.current().version());
        Path to = folder == null ? Path.of(name) : folder;
        ALGORITHM.write(to, words);
        out().println("a project for your algorithm is in " + to + "; " + to.resolve("README.md")
                + " has the first commands");
        return ExitCode.OK;
    }

    private void check(String joined) {
        Violations.require(
                name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*"),
                "NAME",
                name,
                "must be words of a-z and 0-9, joined by hyphens, that begin with a letter: no path",
                "give my-ppo, for example");
        Violations.require(
                !SourceVersion.isKeyword(joined) && !joined.equals("java"),
                "NAME",
                name,
                "must be able to name a package of Java",
                "give my-" + name + ", for example");
        Violations.require(
                !Algorithms.names().contains(name),
                "NAME",
                name,
                "must not be the name of an algorithm of hts-rl",
                "give my-" + name + ", for example");
    }

    private static String capitalised(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
