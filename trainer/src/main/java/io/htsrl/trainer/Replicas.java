package io.htsrl.trainer;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import java.util.function.Supplier;

/** Questions to a program's own environments. Stateless. */
final class Replicas {

    private Replicas() {}

    /**
     * What they call themselves.
     *
     * @throws io.htsrl.core.environment.EnvironmentFailedException when one cannot be made
     */
    static String idOf(Supplier<? extends Environment> environments) {
        return EnvironmentSource.of("the program's own", environments)
                .ask(made -> made.spec().id());
    }
}
