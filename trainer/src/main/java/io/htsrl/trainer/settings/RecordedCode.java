package io.htsrl.trainer.settings;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.config.RunConfig;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Prevents code that a recorded run names from running, unless the user allows it. Stateless, any thread. */
public final class RecordedCode {
    private static final int LONGEST = 500;

    private RecordedCode() {}

    /**
     * Returns the same run, in which the environment's creation fails if it would run code that is not hts-rl's own. A
     * program's own environment is created.
     *
     * @param setting the recording's name in the message
     * @param value its place
     * @param wanted whether the user allows this code to run
     * @param remedy how the user allows it
     */
    public static RunConfig withheld(
            RunConfig config, String setting, Object value, Predicate<ForeignCode> wanted, String remedy) {
        if (config.maker() != null) {
            return config;
        }
        List<ForeignCode> code = Environments.foreignCode(config.env(), config.envOptions()).stream()
                .filter(wanted.negate())
                .toList();
        return code.isEmpty() ? config : config.in(refusing(setting, value, code, remedy));
    }

    private static Supplier<Environment> refusing(String setting, Object value, List<ForeignCode> code, String remedy) {
        String all =
                code.stream().map(each -> ShownText.of(each.text(), LONGEST)).collect(Collectors.joining("; and "));
        return () -> {
            throw new ConfigurationException(
                    setting,
                    value,
                    "must not run code that is not hts-rl's own unless you trust it, and would run " + all,
                    remedy);
        };
    }
}
