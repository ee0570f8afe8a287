package io.htsrl.determinism.verify;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a JVM is started. Immutable.
 *
 * @param java        the program
 * @param prefix      what runs it, such as {@code taskset -c 0}; usually empty
 * @param flags       before the class path
 * @param environment variables set beside the inherited ones
 */
public record ChildJvm(Path java, List<String> prefix, List<String> flags, Map<String, String> environment) {

    public ChildJvm {
        prefix = List.copyOf(prefix);
        flags = List.copyOf(flags);
        environment = Map.copyOf(environment);
    }
}
