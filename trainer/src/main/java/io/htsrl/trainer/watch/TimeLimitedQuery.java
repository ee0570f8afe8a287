package io.htsrl.trainer.watch;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import java.time.Duration;
import java.util.function.Function;

/** {@link EnvironmentSource#ask} under a time limit. Stateless, any thread. */
public final class TimeLimitedQuery {

    private TimeLimitedQuery() {}

    /**
     * What {@code question} finds out of a replica that is thrown away then.
     *
     * @param limit of its constructor and of its closing, each; zero for none
     * @throws io.htsrl.core.error.ConfigurationException as {@link EnvironmentSource#create}
     * @throws io.htsrl.core.environment.EnvironmentFailedException as {@link EnvironmentSource#create}, and when it takes
     *     longer
     */
    public static <T> T ask(Duration limit, EnvironmentSource source, Function<Environment, T> question) {
        if (limit.isZero()) {
            return source.ask(question);
        }
        RunControl control = new RunControl();
        try (Watchdog watchdog = new Watchdog(limit, Duration.ZERO, control)) {
            return CancellableCall.call("environment-question", control, () -> {
                try (Environment environment = watchdog.create("environment (" + source.id() + ")", source::create)) {
                    return question.apply(environment);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
    }
}
