package io.htsrl.cli;

import java.lang.management.ManagementFactory;
import java.util.List;

/** The flags with which a JVM that a test starts compiles as late as this one. Stateless; any thread. */
public final class CompilerFlags {
    private CompilerFlags() {}

    /** Returns them; none where this JVM compiles by its own rule. */
    public static List<String> ofThisJvm() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.matches("-XX:(Tier4|CompileCommand).*"))
                .toList();
    }
}
