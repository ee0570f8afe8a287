package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page of all flags is what the commands say of themselves. {@code -Dhts.docs.write=true} writes it anew. */
class FlagsPageTest {
    private static final Path PAGE = Archive.ROOT.resolve("docs/reference/flags.md");
    private static final String TRAIN = "train";
    private static final String ALGORITHM = "[A-Z][A-Z0-9-]+";

    /** Algorithms, condition, text, mark and default of a flag, as its help joins them. */
    private static final Pattern HELP = Pattern.compile("(?:(" + ALGORITHM + "(?:, " + ALGORITHM + ")*): )?"
            + "(?:With ((?:an? )?--[^:]+): )?(.*?)(?<same> Never changes a bit\\.)?(?: Default: (?<default>.*)\\.)?");
    /** So many flags of one condition get a heading, which says it once. */
    private static final int ENOUGH = 3;

    private final StringBuilder page = new StringBuilder("""
            # Flags

            <!-- generated: mvn -pl distribution -am verify -Dtest=FlagsPageTest -Dhts.docs.write=true \
            -Dsurefire.failIfNoSpecifiedTests=false -->

            Keys of settings files are the flags of `hts train` without the dashes. `hts COMMAND --help` prints the same texts.
            `resume`, `sweep`, `verify`, `tune` and `experiment` accept flags of `hts train` too.

            The default stands in brackets, that of most algorithms first; a switch without one is off. ≡ marks flags that never change a bit.
            """);

    /** The commands that have a flag, apart from {@code hts train}. */
    private final Map<Flag, List<String>> owners = new LinkedHashMap<>();

    private final Map<String, List<Flag>> parts = new TreeMap<>();

    @Test
    void shouldHoldWhatTheCommandsSay() throws IOException {
        Map<String, CommandLine> commands = new TreeMap<>(Hts.program().getSubcommands());
        CommandLine train = commands.remove(TRAIN);
        train.getHelp(); // explains its flags
        train(train);
        Set<String> known = names(train.getCommandSpec().options());
        commands.forEach((name, command) -> other(name, command, known));
        others();

        if (Boolean.getBoolean("hts.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(page.toString(), Files.readString(PAGE), "run this test with -Dhts.docs.write=true");
    }

    private void train(CommandLine train) {
        page.append("\n## hts train\n");
        for (ArgGroupSpec group : train.getCommandSpec().argGroups()) {
            String heading = group.heading().replace("%n", "").replace(":", "");
            page.append("\n### ").append(heading).append("\n");
            List<Flag> flags = group.options().stream()
                    .filter(option -> !option.hidden())
                    .map(FlagsPageTest::flag)
                    .toList();
            Map<String, Long> sizes = flags.stream().collect(Collectors.groupingBy(Flag::scope, Collectors.counting()));
            Map<String, List<Flag>> parts = flags.stream()
                    .collect(Collectors.groupingBy(
                            flag -> sizes.get(flag.scope()) < ENOUGH ? flag.algorithms() : flag.scope(),
                            LinkedHashMap::new,
                            Collectors.toList()));
            list(parts.getOrDefault("", List.of()), "");
            parts.forEach((part, its) -> {
                if (!part.isEmpty()) {
                    page.append("\n#### ").append(part).append("\n");
                    list(its, part);
                }
            });
        }
    }

    private void other(String name, CommandLine command, Set<String> known) {
        command.getSubcommands().forEach((inner, its) -> other(name + " " + inner, its, known));
        command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                .filter(option -> !known.contains(option.longestName()))
                .filter(option -> option.description().length > 0)
                .map(FlagsPageTest::flag)
                .forEach(flag -> {
                    if (name.contains(" ") && !name.startsWith("zoo ")) { // experiments share names, and few texts
                        parts.computeIfAbsent("hts " + name, key -> new ArrayList<>())
                                .add(flag);
                    } else {
                        owners.computeIfAbsent(flag, key -> new ArrayList<>()).add("hts " + name);
                    }
                });
    }

    /** A flag that several commands have alike stands once, below all their names. */
    private void others() {
        owners.forEach((flag, commands) -> parts.computeIfAbsent(String.join(", ", commands), key -> new ArrayList<>())
                .add(flag));
        parts.forEach((commands, flags) -> {
            page.append("\n## ").append(commands).append("\n");
            list(flags, "");
        });
    }

    private void list(List<Flag> flags, String heading) {
        page.append(flags.isEmpty() ? "" : "\n");
        flags.forEach(flag -> page.append(flag.line(heading)).append("\n"));
    }

    /** @param condition without "With"; empty for none */
    private record Flag(String name, String algorithms, String condition, String text, boolean same, String value) {

        String scope() {
            String with = condition.isEmpty() ? "" : (algorithms.isEmpty() ? "With " : "with ") + condition;
            return Stream.of(algorithms, with).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
        }

        String line(String heading) {
            String brackets = Stream.of(value, same ? "≡" : "")
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(", "));
            return "- `" + name + "`" + (brackets.isEmpty() ? "" : " (" + brackets + ")") + ": "
                    + (condition.isEmpty() || heading.equals(scope()) ? "" : "With " + condition + ": ") + text;
        }
    }

    private static Flag flag(OptionSpec option) {
        Matcher help = HELP.matcher(description(option));
        assertTrue(help.matches(), option.longestName());
        return new Flag(
                option.longestName() + (option.arity().max() > 0 ? " " + option.paramLabel() : ""),
                Objects.toString(help.group(1), ""),
                Objects.toString(help.group(2), ""),
                help.group(3),
                help.group("same") != null,
                value(Objects.toString(help.group("default"), "")));
    }

    /** Leaves out its unit, which the text says; first the value of most algorithms, without their names. */
    private static String value(String text) {
        String bare = text.replaceAll("(\\d) [a-z]+(?=;|$)", "$1");
        List<String> parts = new ArrayList<>(List.of(bare.split("; ")));
        parts.sort(Comparator.comparing(part -> -part.split(", ").length)); // a stable sort
        Set<String> values = parts.stream().map(FlagsPageTest::last).collect(Collectors.toSet());
        if (bare.equals("false")) {
            return "";
        }
        parts.set(0, last(parts.get(0)));
        return values.size() == 1 ? parts.get(0) : String.join("; ", parts);
    }

    private static String last(String part) {
        return part.substring(part.lastIndexOf(' ') + 1);
    }

    private static String description(OptionSpec option) {
        return String.join(" ", option.description())
                .replace("%%", "%")
                .replaceAll("auto \\([^)]*\\)", "auto") // which depends on the machine
                .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))
                .replace("<", "&lt;");
    }

    private static Set<String> names(List<OptionSpec> options) {
        return options.stream().map(OptionSpec::longestName).collect(Collectors.toSet());
    }
}
