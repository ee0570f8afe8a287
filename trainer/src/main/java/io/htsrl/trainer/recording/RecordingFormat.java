package io.htsrl.trainer.recording;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.service.Services;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads files of recorded steps. A module provides it as a service ({@code META-INF/services}), with a public
 * constructor without parameters. Stateless, any thread.
 */
public interface RecordingFormat {

    /** Setting that names a recording, for messages. */
    String SETTING = "--from";

    /**
     * Reads a recording. All of the file is checked: it may be from anybody.
     *
     * @param runOrFile a run directory with a recording, the folder of a dataset, or its file
     * @param spec environment whose steps it must hold
     * @throws ConfigurationException when none exists, it is damaged, or it does not fit the environment
     */
    Recording read(Path runOrFile, EnvironmentSpec spec);

    /** @throws ConfigurationException when no module on the class path reads recordings */
    static RecordingFormat find(Path runOrFile) {
        List<RecordingFormat> all = Services.load(RecordingFormat.class);
        if (all.isEmpty()) {
            throw new ConfigurationException(
                    SETTING,
                    runOrFile,
                    "needs the module hts-recordings, which reads HDF5",
                    "add it to the class path");
        }
        return all.get(0);
    }
}
