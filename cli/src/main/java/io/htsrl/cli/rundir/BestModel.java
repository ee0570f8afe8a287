package io.htsrl.cli.rundir;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.disk.Disk;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingListener;
import java.nio.file.Path;

/**
 * {@code best.safetensors}: the best evaluated policy so far, written anew whenever there is a better one. The
 * evaluator's thread calls; what cannot be written fails the run.
 */
public final class BestModel implements TrainingListener {
    private final Path file;
    private final RunConfig config;
    private final EnvironmentSpec spec;

    private BestModel(Path folder, RunConfig config, EnvironmentSpec spec) {
        this.file = folder.resolve(ModelFile.BEST);
        this.config = config;
        this.spec = spec;
    }

    /** Of the run in {@code folder}; listens to nothing where nothing is evaluated. Before the run's threads start. */
    public static TrainingListener in(Path folder, RunConfig config, EvaluationConfig evaluation) {
        return evaluation.enabled()
                ? new BestModel(folder, config, config.ask(Environment::spec))
                : TrainingListener.NONE;
    }

    @Override
    public void onBestPolicy(EvaluationRecord evaluation, long version, float[] parameters) {
        try {
            ModelFile.writeEvaluated(
                    Disk.REAL, file, config, spec, evaluation, new ModelFile.Model(version, parameters));
        } catch (CheckpointException e) {
            throw RunDirectoryException.of(file, e);
        }
    }
}
