package io.htsrl.determinism.bisect;

import io.htsrl.cli.Hts;
import io.htsrl.determinism.verify.ChildJvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A build of hts-rl that child processes run. Immutable.
 *
 * @param name    for messages
 * @param program the command line that {@code hts} stands for
 */
public record Build(String name, List<String> program) {

    /** Returns the build in a folder with {@code hts}, {@code bin/hts} or {@code lib}; empty where it has none. */
    public static Optional<Build> of(Path folder) {
        String name = folder.toString();
        return Stream.of("hts", "bin/hts")
                .map(folder.toAbsolutePath()::resolve)
                .filter(launcher -> Files.isRegularFile(launcher) && Files.isExecutable(launcher))
                .map(launcher -> new Build(name, List.of(launcher.toString())))
                .findFirst()
                .or(() -> Optional.of(folder.toAbsolutePath().resolve("lib"))
                        .filter(Files::isDirectory)
                        .map(lib -> new Build(name, java(lib))));
    }

    private static List<String> java(Path lib) {
        ChildJvm jvm = ChildJvm.same();
        List<String> program = new ArrayList<>(List.of(jvm.java().toString()));
        program.addAll(jvm.flags());
        program.addAll(List.of("-cp", lib + File.separator + "*", Hts.class.getName()));
        return program;
    }

    /** Returns the command line with these arguments. */
    List<String> command(List<String> arguments) {
        return Stream.concat(program.stream(), arguments.stream()).toList();
    }
}
