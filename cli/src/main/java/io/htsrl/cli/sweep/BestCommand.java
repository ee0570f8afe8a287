package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The command line that trains what a sweep has found, to be copied into a shell. Stateless, any thread. */
final class BestCommand {
    /** What is the sweep's own business. */
    private static final Set<String> LEFT_OUT = Set.of("quiet");

    private BestCommand() {}

    /** {@code hts train} with all that was given, in the order of the help. */
    static String of(SweepCandidate candidate, long seed) {
        Layer given = candidate.base().replacing("seed", Long.toString(seed));
        List<String> words = new ArrayList<>(List.of("hts", "train"));
        for (SettingSpec setting : CliSettings.schema().all()) {
            if (given.has(setting.key()) && !LEFT_OUT.contains(setting.key())) {
                given.texts(setting.key()).forEach(text -> add(setting, text, words));
            }
        }
        return ShellWords.line(words);
    }

    private static void add(SettingSpec setting, String text, List<String> words) {
        if (setting.type().form() == ValueType.Form.SWITCH) {
            words.add(text.equals("true") ? setting.flag() : "--no-" + setting.key());
        } else if (setting.type().form() == ValueType.Form.OPTIONAL_VALUE && text.equals("true")) {
            words.add(setting.flag());
        } else {
            words.add(setting.flag());
            words.add(text);
        }
    }
}
