package io.htsrl.cli.settings;

import io.htsrl.cli.settings.TraceSettings.TraceFileType;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.Violations;
import io.htsrl.core.python.Interpreter;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueType;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.RunSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Makes the flags of {@code hts train} from {@link SettingSpec}s, and reads the given ones back into a {@link Layer}.
 * Values stay text here; picocli's own errors and leftovers join the violations. Stateless, any thread.
 */
public final class TrainOptions {

    private static final Set<String> OF_RECORDED_RUN = Set.of(FileChoice.TRUST, Interpreter.OPTION);

    private static final String HELP_ALL = "--help-all";

    private TrainOptions() {}

    /**
     * Returns the command line of {@code command}, with the headings of every command and the flags of
     * {@code settings}. Their groups and texts are made only when help is requested, since that takes longer than the
     * rest of a command line.
     */
    public static CommandLine commandLine(Object command, Schema settings) {
        CommandLine commandLine = new CommandLine(command);
        commandLine
                .getCommandSpec()
                .usageMessage()
                .sortOptions(false)
                .synopsisHeading("%nUsage: ")
                .descriptionHeading("%n")
                .footerHeading("%nExamples:%n");
        List<OptionSpec> plain = addTo(commandLine.getCommandSpec(), settings);
        return commandLine.setHelpFactory((spec, colours) -> {
            if (spec.options().containsAll(plain)) { // without help texts so far
                plain.forEach(spec::remove);
                explain(spec, settings, chosen(spec));
            }
            return new CommandLine.Help(spec, colours);
        });
    }

    /** Adds the flags of {@code settings}, and returns them. */
    private static List<OptionSpec> addTo(CommandSpec spec, Schema settings) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .arity("0")
                .description("Show this help and exit.")
                .build());
        if (settings.find("algo").isPresent()) {
            spec.addOption(OptionSpec.builder(HELP_ALL)
                    .usageHelp(true)
                    .arity("0")
                    .description("With --algo: show the settings of the other algorithms too.")
                    .build());
        }
        List<OptionSpec> flags = settings.all().stream()
                .map(setting -> ofType(setting, OptionSpec.builder(setting.flag())))
                .toList();
        flags.forEach(spec::addOption);
        ForeignFlags.SAME.forEach((flag, key) -> settings.find(key)
                .ifPresent(setting -> spec.addOption(OptionSpec.builder(flag)
                        .hidden(true)
                        .arity("1")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .paramLabel(setting.label())
                        .build())));
        spec.parser().collectErrors(true);
        spec.parser().unmatchedArgumentsAllowed(true);
        spec.parser().overwrittenOptionsAllowed(true);
        return flags;
    }

    /** Returns the algorithm of the command line, to which its help is limited; empty with {@code --help-all}. */
    private static Optional<Algorithm> chosen(CommandSpec spec) {
        ParseResult parsed = spec.commandLine().getParseResult();
        return parsed == null || parsed.hasMatchedOption(HELP_ALL) || !parsed.hasMatchedOption("--algo")
                ? Optional.empty()
                : parsed.matchedOption("--algo").stringValues().stream()
                        .findFirst()
                        .flatMap(Algorithms::find);
    }

    /**
     * Adds the flags of {@code settings} with their help texts, grouped.
     *
     * @param only algorithm whose settings are explained; empty for all
     */
    private static void explain(CommandSpec spec, Schema settings, Optional<Algorithm> only) {
        int order = 0;
        Map<String, String> texts = SettingHelp.of(only);
        only.ifPresent(algorithm -> spec.usageMessage()
                .description(spec.usageMessage().description()[0] + " This is the help for --algo " + algorithm.name()
                        + "; " + HELP_ALL + " has all settings."));
        for (String group : settings.groups()) {
            ArgGroupSpec.Builder builder = ArgGroupSpec.builder()
                    .heading("%n" + group + ":%n")
                    .validate(false)
                    .order(order);
            for (SettingSpec setting : settings.all()) {
                if (setting.group().equals(group)
                        && only.map(algorithm -> RunSchema.applies(setting, algorithm))
                                .orElse(true)) {
                    builder.addArg(explained(setting, order++, texts.get(setting.key())));
                }
            }
            if (!builder.args().isEmpty()) {
                spec.addArgGroup(builder.build());
            }
        }
    }

    /** Returns the flags of a command that makes the environment of a recorded run. */
    public static Schema ofRecordedRun() {
        return CliSettings.schema().only(setting -> OF_RECORDED_RUN.contains(setting.key()));
    }

    /** Returns the flags of settings that may differ when a run continues. */
    public static Schema onResume() {
        return CliSettings.schema().only(SettingSpec::isOnResume);
    }

    private static OptionSpec explained(SettingSpec setting, int order, String text) {
        return ofType(setting, OptionSpec.builder(setting.flag()).order(order).description(text.replace("%", "%%")));
    }

    private static OptionSpec ofType(SettingSpec setting, OptionSpec.Builder builder) {
        if (setting.key().equals("quiet")) { // a flag that is never switched off
            return builder.arity("0").type(boolean.class).build();
        }
        if (setting.type().form() == ValueType.Form.SWITCH) {
            return builder.arity("0").type(Boolean.class).negatable(true).build();
        }
        if (setting.type().form() == ValueType.Form.OPTIONAL_VALUE) {
            builder.arity("0..1").fallbackValue(TraceFileType.ALONE);
        } else {
            builder.arity("1");
        }
        return builder.type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(setting.label())
                .build();
    }

    /** Returns the values of {@code settings} on the command line; errors of their form go to {@code violations}. */
    public static Layer read(ParseResult parsed, Schema settings, Violations violations) {
        Layer layer = Layer.ofCommandLine();
        for (SettingSpec setting : settings.all()) {
            for (OptionSpec option : parsed.matchedOptionsSet()) {
                if (Arrays.asList(option.names()).contains(setting.flag())
                        || setting.key().equals(ForeignFlags.SAME.get(option.longestName()))) {
                    read(setting, option, layer, violations);
                }
            }
        }
        boolean noPath = parsed.unmatched().stream().anyMatch(word -> word.contains("\0")); // reported as no path
        parsed.errors().stream()
                .filter(e -> !(e instanceof CommandLine.UnmatchedArgumentException)
                        && !(noPath && e instanceof CommandLine.MissingParameterException))
                .map(CommandLine.ParameterException.class::cast)
                .forEach(e -> ParseErrors.add(e, violations));
        unmatched(parsed.commandSpec(), parsed.unmatched(), parsed.originalArgs(), violations);
        return layer;
    }

    private static void read(SettingSpec setting, OptionSpec option, Layer layer, Violations violations) {
        List<String> given = option.stringValues();
        if (given.isEmpty() || setting.type().takesSeveral()) { // empty: its value is missing, which is reported below
            given.forEach(text -> layer.add(setting.key(), text));
            return;
        }
        boolean otherwise = layer.has(setting.key()); // given by another name
        violations.check(
                given.size() == 1 && !otherwise,
                setting.flag(),
                (otherwise ? layer.last(setting.key()) + " and " : "") + String.join(" and ", given),
                "must be given once",
                "keep one of them");
        if (!otherwise) {
            layer.add(setting.key(), given.get(given.size() - 1));
        }
    }

    /**
     * Adds a mistake for each word that is no argument.
     *
     * @param unmatched those words, in order
     * @param all the whole command line
     */
    static void unmatched(CommandSpec spec, List<String> unmatched, List<String> all, Violations violations) {
        String command = spec.qualifiedName();
        for (int i = 0; i < unmatched.size(); i++) {
            String argument = unmatched.get(i);
            String name = argument.replaceFirst("(?s)=.*", "");
            if (argument.startsWith("-")) {
                String value = i + 1 < unmatched.size() ? unmatched.get(i + 1) : "";
                violations.add(
                        name,
                        null,
                        "is not a flag of " + command,
                        ForeignFlags.instead(name)
                                .or(() -> flagFor(value, spec).map(flag -> "did you mean " + flag + " " + value + "?"))
                                .or(() -> Suggestions.didYouMean(name, flags(spec)))
                                .orElse("'" + command + " --help' lists the flags"));
            } else if ((i == 0 || !unmatched.get(i - 1).startsWith("-"))
                    && !argument.contains("\0")) { // else it is the unknown flag's value, or no path
                word(spec, argument, all, violations);
            }
        }
    }

    private static void word(CommandSpec spec, String word, List<String> all, Violations violations) {
        Optional<String> remedy =
                list(spec, word, all).or(() -> flagFor(word, spec).map(flag -> "write " + flag + " " + word));
        boolean alone =
                spec.positionalParameters().isEmpty() && spec.optionsMap().containsKey("--env");
        if (remedy.isPresent() || alone) {
            String example = "write --env " + word + ", for example";
            violations.add(word, null, "must follow a flag", remedy.orElse(example));
            return;
        }
        String taken = ParseErrors.words(spec);
        violations.add(
                word,
                null,
                "is one word too many: " + spec.qualifiedName() + " takes " + (taken.isEmpty() ? "flags" : taken)
                        + " alone",
                "leave it out");
    }

    /** Returns the flag whose value {@code word} is. */
    private static Optional<String> flagFor(String word, CommandSpec spec) {
        String flag = Algorithms.names().contains(word)
                ? "--algo"
                : Environments.exists(word) || Environments.suggest(word).isPresent() ? "--env" : "";
        return Optional.of(flag).filter(spec.optionsMap()::containsKey);
    }

    /** Returns the remedy for a list that was written with spaces, such as {@code --hidden-sizes 128 128}. */
    private static Optional<String> list(CommandSpec spec, String word, List<String> all) {
        for (int end = all.lastIndexOf(word); end >= 2; end--) {
            OptionSpec option = spec.optionsMap().get(all.get(end - 2));
            if (option != null && option.paramLabel().contains(",")) {
                return Optional.of("write " + all.get(end - 2) + " "
                        + String.join(",", all.subList(end - 1, all.lastIndexOf(word) + 1)));
            }
        }
        return Optional.empty();
    }

    private static List<String> flags(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> option.negatable()
                        ? Stream.of(
                                option.longestName(),
                                "--no-" + option.longestName().substring(2))
                        : Stream.of(option.names()))
                .toList();
    }
}
