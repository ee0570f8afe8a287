package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueTypes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Converts picocli's errors into the form of all mistakes: value, rule, remedy. Stateless, any thread. */
public final class ParseErrors {
    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> DECIMAL = Set.of(double.class, Double.class, float.class, Float.class);

    private ParseErrors() {}

    /** Adds the mistake of {@code refused}. */
    public static void add(ParameterException refused, Violations violations) {
        CommandSpec spec = refused.getCommandLine().getCommandSpec();
        if (refused instanceof UnmatchedArgumentException unmatched) {
            addUnmatched(spec, unmatched.getUnmatched(), violations);
        } else if (refused instanceof MissingParameterException missing) {
            missing.getMissing().forEach(argument -> addMissing(spec, argument, violations));
        } else if (refused instanceof OverwrittenOptionException twice
                && twice.getOverwritten() instanceof OptionSpec o) {
            violations.add(name(o), null, "must be given once", "keep one of them");
        } else if (refused.getArgSpec() != null && refused.getValue() != null) {
            addUnreadable(refused.getArgSpec(), refused, violations);
        } else if (refused.getValue() != null && !spec.subcommands().isEmpty()) { // of hts help
            addCommand(spec, refused.getValue(), violations);
        } else {
            violations.add(
                    "command line",
                    null,
                    "must be understood: " + firstToLower(refused.getMessage()),
                    "'" + spec.qualifiedName() + " --help' shows how to use it");
        }
    }

    private static void addUnmatched(CommandSpec spec, List<String> words, Violations violations) {
        if (spec.subcommands().isEmpty()) {
            TrainOptions.unmatched(spec, words, words, violations);
        } else if (words.get(0).startsWith("-")) {
            addEarlyFlag(spec, words.get(0).replaceFirst("=.*", ""), violations);
        } else {
            addCommand(spec, words.get(0), violations); // the words behind it may be the command's
        }
    }

    /** Adds a flag before, or without, its command. */
    private static void addEarlyFlag(CommandSpec spec, String flag, Violations violations) {
        violations.add(
                flag,
                null,
                "is not a flag of " + spec.qualifiedName(),
                spec.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(command -> command.optionsMap().containsKey(flag))
                        .findFirst()
                        .map(command -> "write '" + command.qualifiedName() + " " + flag + " ...'")
                        .orElse("'" + spec.qualifiedName() + " --help' lists the commands"));
    }

    private static void addCommand(CommandSpec spec, String word, Violations violations) {
        List<String> commands = spec.subcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
        violations.add(
                word,
                null,
                "is not a command of " + spec.qualifiedName(),
                commands.stream()
                        .filter(command -> command.startsWith(word))
                        .findFirst()
                        .or(() -> Suggestions.closest(word, commands))
                        .map(near -> "did you mean " + spec.qualifiedName() + " " + near + "?")
                        .orElse("'" + spec.qualifiedName() + " --help' lists the commands"));
    }

    private static void addMissing(CommandSpec spec, ArgSpec argument, Violations violations) {
        if (argument instanceof OptionSpec option) {
            violations.add(
                    name(option),
                    null,
                    "must be given with a value",
                    "write " + name(option) + " " + option.paramLabel());
        } else {
            violations.add(
                    argument.paramLabel(),
                    null,
                    "must be given",
                    "write '" + spec.qualifiedName() + " " + words(spec) + "'");
        }
    }

    /** Returns the first of its long names. */
    private static String name(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElse(option.longestName());
    }

    /** Returns the arguments of a command beside flags, such as {@code RUN_A RUN_B}. */
    static String words(CommandSpec spec) {
        return spec.positionalParameters().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" "));
    }

    private static void addUnreadable(ArgSpec argument, ParameterException refused, Violations violations) {
        String name = argument instanceof OptionSpec option ? name(option) : argument.paramLabel();
        Class<?> type = argument.type();
        if (WHOLE.contains(type)) {
            violations.add(name, refused.getValue(), "must be a whole number", "give 10, for example");
        } else if (DECIMAL.contains(type)) {
            violations.add(name, refused.getValue(), "must be a number", "give 0.5, for example");
        } else if (type == Path.class) {
            violations.add(name, refused.getValue(), ValueTypes.pathRule(), "give another");
        } else {
            violations.add(
                    name, refused.getValue(), "must be understood: " + firstToLower(refused.getMessage()), "mend it");
        }
    }

    private static String firstToLower(String message) {
        return message.isEmpty() ? message : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
}
