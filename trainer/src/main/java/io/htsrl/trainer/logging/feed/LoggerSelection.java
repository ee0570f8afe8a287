package io.htsrl.trainer.logging.feed;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLogger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The loggers that a user selected. Immutable.
 *
 * @param choice by name
 * @param own the settings of all loggers selected by name or by their settings, in the order of names
 */
public record LoggerSelection(LoggerChoice choice, Map<String, Record> own) {
    /** No loggers. */
    public static final LoggerSelection NONE = new LoggerSelection(new LoggerChoice(List.of()), Map.of());

    /** Reads the selection from settings, whose schema has {@link Loggers#settings}; adds what is wrong with them. */
    public static LoggerSelection of(Values values, Violations violations) {
        LoggerChoice choice = values.record(LoggerChoice.class);
        Map<String, Record> wanted = new LinkedHashMap<>();
        for (RunLogger logger : Loggers.all()) {
            Record own = values.record(logger.settings());
            if (choice.logger().contains(logger.name()) || logger.isWanted(own)) {
                wanted.put(logger.name(), own);
                values.check(own, violations);
                Violations found = new Violations();
                logger.check(own, found);
                values.addPlaced(found.list(), violations);
            } else {
                refuseVoid(logger, values, violations);
            }
        }
        return new LoggerSelection(choice, wanted);
    }

    /**
     * Refuses the settings of a logger that is not selected: a value has no effect then. A switch that is off is
     * allowed.
     */
    private static void refuseVoid(RunLogger logger, Values values, Violations violations) {
        for (SettingSpec setting : Loggers.schema(logger).all()) {
            violations.check(
                    setting.type().form() != ValueType.Form.VALUE
                            || setting.condition().isPresent() // which is reported separately
                            || !values.notBelow(setting.key(), "logger"),
                    values.name(setting.key()),
                    values.given(setting.key()).map(setting::text).orElse(""),
                    "is for --logger " + logger.name() + " only",
                    "remove it, or give --logger " + logger.name());
        }
    }

    /** Returns the records of all selected loggers, to be written down; empty without loggers. */
    public List<Record> records() {
        List<Record> records = new ArrayList<>(choice.logger().isEmpty() ? List.of() : List.of(choice));
        records.addAll(own.values());
        return records;
    }

    /**
     * Opens new instances of these loggers. The caller closes the feed.
     *
     * @param run whose own settings are ignored
     * @param warnings receives failures, on any thread
     * @throws io.htsrl.core.error.ConfigurationException when one refuses its settings
     */
    public LogFeed open(RunContext run, Consumer<String> warnings) {
        Map<RunLogger, RunContext> opening = new LinkedHashMap<>();
        own.forEach((name, settings) -> opening.put(
                Loggers.find(name).orElseThrow(() -> new IllegalStateException("no logger " + name)),
                run.with(settings)));
        return new LogFeed(opening, warnings);
    }

    /**
     * The loggers selected by name. Immutable.
     *
     * @param logger names
     */
    @SettingGroup("Output")
    public record LoggerChoice(
            @Setting(
                    type = LoggerNames.class,
                    defaultValue = LoggerNames.NONE,
                    decidesBits = false,
                    onResume = true,
                    help =
                            "Loggers that the run reports to, by name; none: only those that their own settings turn on.")
            List<String> logger) {}

    /** The names of loggers on the class path. Stateless, any thread. */
    static final class LoggerNames implements ValueType {
        static final String NONE = "none";

        @Override
        public Object read(String text) {
            if (text.equals(NONE)) {
                return List.of();
            }
            List<String> names = Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .distinct()
                    .toList();
            return Loggers.names().containsAll(names) ? names : null;
        }

        @Override
        public List<String> texts(Object value) {
            List<?> names = (List<?>) value;
            return names.isEmpty()
                    ? List.of(NONE)
                    : names.stream().map(Object::toString).toList();
        }

        @Override
        public String rule() {
            List<String> names = Loggers.names();
            return names.isEmpty()
                    ? "must be none, for no logger is on the class path"
                    : "must be none, or names of loggers with commas between, of " + String.join(", ", names);
        }

        @Override
        public String remedy() {
            return "give one of them, or add the jar that has the logger to HTS_CLASS_PATH";
        }

        @Override
        public String label() {
            return "NAME,NAME";
        }

        @Override
        public boolean takesList() {
            return true;
        }
    }
}
