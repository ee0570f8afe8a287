package io.htsrl.cli.terminal;

import io.htsrl.cli.rundir.BuildInfo;
import picocli.CommandLine.IVersionProvider;

/** {@code hts --version}. */
public final class VersionText implements IVersionProvider {

    @Override
    public String[] getVersion() {
        BuildInfo build = BuildInfo.current();
        return new String[] {
            "hts-rl " + build,
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
            "ND4J " + build.libraries().get("nd4j") + " (" + build.libraries().get("nd4j-classifier") + "), Disruptor "
                    + build.libraries().get("disruptor"),
        };
    }
}
