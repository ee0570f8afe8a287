package io.htsrl.trainer.model;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads the parameters of a finished or saved run, so that another run can begin with them. Stateless, any thread. */
public final class LearntParameters {
    /** Key of the setting for the digest of the initial parameters. */
    public static final String DIGEST = "init-digest";

    private static final String SETTING = "--init-from";
    /**
     * Entries of the file's network description that may differ: parameters may move between algorithms and
     * environments.
     */
    private static final Set<String> MAY_DIFFER = Set.of(ModelFile.NETWORK + "env", ModelFile.NETWORK + "algo");

    private LearntParameters() {}

    /**
     * Returns the parameters of a run's end, or of its newest checkpoint; or those of a file of either kind.
     *
     * @param runOrFile a run directory, a {@code model.safetensors} or a checkpoint
     * @param config the checked run whose network takes the parameters
     * @throws ConfigurationException when none exist, or they are of another network or for other spaces: with
     *     everything that differs
     */
    public static InitialParameters read(Path runOrFile, RunConfig config) {
        try (CheckpointFile file = Files.isDirectory(runOrFile) ? ofRun(runOrFile) : CheckpointFile.open(runOrFile)) {
            checkNetwork(file, config);
            return InitialParameters.of(
                    ModelFile.read(file, config).parameters(),
                    file.path().toAbsolutePath().normalize().toString());
        } catch (CheckpointException e) {
            throw refused(
                    runOrFile,
                    "must name a run directory, or a file of parameters that is whole and fits (" + e.getMessage()
                            + ")",
                    "give another run, or one of its checkpoints");
        }
    }

    /**
     * Returns {@code given} if it has the wanted digest, or none is wanted.
     *
     * @param source the run or file that it was read from
     * @throws ConfigurationException where it has another digest
     */
    public static InitialParameters checked(InitialParameters given, Object source, Optional<String> digest) {
        Violations.require(
                digest.isEmpty() || digest.get().equals(given.digest()),
                SETTING,
                source,
                "must hold the parameters of digest " + digest.orElse("") + ", and holds those of " + given.digest(),
                "give the file with those, or remove " + DIGEST + " to make another run");
        return given;
    }

    /** Adds a violation where a digest, the value of setting {@code name}, is given without parameters. */
    public static void checkDigest(boolean from, Optional<String> digest, String name, Violations violations) {
        violations.check(
                from || digest.isEmpty(),
                name,
                digest.orElse(""),
                "is for --init-from only",
                "remove it, or say where the parameters are");
    }

    private static CheckpointFile ofRun(Path run) {
        Path model = run.resolve(ModelFile.NAME);
        if (Files.exists(model)) {
            return CheckpointFile.open(model);
        }
        CheckpointFolder.Search search = new CheckpointFolder(run.resolve("checkpoints"), 1).newestIntact();
        CheckpointFile newest = search.orThrow(() -> refused(
                run,
                "must hold parameters, and has neither " + ModelFile.NAME + " nor a checkpoint",
                "give the directory of a run that has ended, or that takes checkpoints"));
        if (!search.refused().isEmpty()) {
            newest.close();
            throw refused(
                    run,
                    "must have a newest checkpoint that is intact, or other parameters would be taken, and "
                            + search.refused().get(0).getMessage(),
                    "restore that file, or name the older checkpoint: " + newest.path());
        }
        return newest;
    }

    /**
     * Checks the network description: tensors of equal sizes may belong to networks that compute something else, or
     * that read other observations.
     */
    private static void checkNetwork(CheckpointFile file, RunConfig config) {
        Map<String, String> here = ModelFile.network(config);
        Map<String, String> there = new TreeMap<>(file.metadata());
        there.keySet().removeIf(key -> !key.startsWith(ModelFile.NETWORK) || MAY_DIFFER.contains(key));
        if (there.isEmpty()) {
            throw refused(
                    file.path(),
                    "must say what its network is, and an earlier version wrote it",
                    "give parameters that this version has written");
        }
        Violations violations = new Violations();
        there.forEach((key, value) -> {
            String name = key.substring(ModelFile.NETWORK.length());
            String own = here.get(key);
            violations.check(
                    value.equals(own),
                    SETTING,
                    file.path(),
                    "must be of an equal network for equal spaces; its " + name + ": " + value + ", this run's: "
                            + (own == null ? "none" : own),
                    "give the run the same " + name + ", or parameters of another");
        });
        violations.throwIfAny();
    }

    private static ConfigurationException refused(Path path, String rule, String remedy) {
        return new ConfigurationException(SETTING, path, rule, remedy);
    }
}
