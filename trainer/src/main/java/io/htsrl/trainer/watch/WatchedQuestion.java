package io.htsrl.trainer.watch;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** {@link Environments#ask} under a time limit. Stateless, any thread. */
public final class WatchedQuestion {

    private WatchedQuestion() {
    }

    /**
     * What {@code question} finds out of a replica that is thrown away then.
     *
     * @param limit of its constructor and of its closing, each; zero for none
     * @throws io.htsrl.core.error.ConfigurationException as {@link Environments#create}
     * @throws io.htsrl.core.environment.EnvironmentFailedException as {@link Environments#create}, and when it takes
     *     longer
     */
    public static <T> T ask(Duration limit, String id, Map<String, String> options, Function<Environment, T> question) {
        if (limit.isZero()) {
            return Environments.ask(id, options, question);
        }
        RunControl control = new RunControl();
        try (Watchdog watchdog = new Watchdog(limit, Duration.ZERO, control)) {
            return Alone.call("environment-question", control, () -> {
                try (Environment environment = watchdog.create(
                        "environment (" + id + ")", () -> Environments.create(id, options))) {
                    return question.apply(environment);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
    }
}
