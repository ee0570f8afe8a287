package io.htsrl.cli;

import java.lang.management.ManagementFactory;
import java.util.List;

/** Flags for JVMs that tests start, so that their C2 begins as late as that of this JVM. Stateless; any thread. */
public final class CompilerFlags {
    private CompilerFlags() {}

    /** Returns the flags of this JVM; empty where C2 begins by its own rule. */
    public static List<String> ofThisJvm() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.matches("-XX:(Tier4|CompileCommand).*"))
                .toList();
    }
}
