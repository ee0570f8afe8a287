package io.htsrl.trainer.config;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.settings.RunResolver;
import io.htsrl.trainer.settings.RunSchema;
import java.util.List;

/** Runs of settings written as {@code hts train} takes them, for tests that have no command line. */
public final class GivenRuns {

    private GivenRuns() {}

    /**
     * The run that {@code hts train} would make of these words: {@code --key value}, {@code --key} or {@code --no-key}.
     *
     * @throws io.htsrl.core.error.ConfigurationException with everything that is wrong
     */
    public static RunConfig of(String... words) {
        Layer given = Layer.ofCommandLine();
        for (int i = 0; i < words.length; i++) {
            String key = words[i].substring("--".length());
            if (i + 1 < words.length && !words[i + 1].startsWith("--")) {
                given.add(key, words[++i]);
            } else {
                boolean off = key.startsWith("no-");
                given.add(off ? key.substring("no-".length()) : key, Boolean.toString(!off));
            }
        }
        Violations violations = new Violations();
        RunConfig config = new RunResolver(RunSchema.ofRun(), List.of(given), violations, null)
                .resolve(false)
                .config();
        violations.throwIfAny();
        return config;
    }
}
