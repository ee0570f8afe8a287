package io.htsrl.cli.rundir;

import java.util.stream.Collectors;
import picocli.CommandLine.IVersionProvider;

/** Text of {@code hts --version}. */
public final class VersionText implements IVersionProvider {

    @Override
    public String[] getVersion() {
        BuildInfo build = BuildInfo.current();
        return new String[] {
            "hts-rl " + build,
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
            build.libraries().entrySet().stream()
                    .map(library -> library.getKey() + " " + library.getValue())
                    .collect(Collectors.joining(", ")),
        };
    }
}
