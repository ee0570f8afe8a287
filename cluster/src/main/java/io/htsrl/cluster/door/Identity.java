package io.htsrl.cluster.door;

import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.RecordedSettings;
import io.htsrl.trainer.settings.RunResolver;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What both sides must have in common to compute the same bits: the build, the settings as each has understood them, and
 * the environment as it describes itself on each machine, with the versions of what it is made of. Vector widths and Java
 * versions change no bit of the kernel, and are not compared. Immutable.
 *
 * @param digest of the settings
 * @param facts  of the environment, for people too
 */
public record Identity(String digest, String facts) {
    /** Version and commit of hts-rl. */
    public static String build() {
        return BuildInfo.current().toString();
    }

    /** Of a run on this machine; makes an environment to ask it. */
    public static Identity of(RunConfig config) {
        return new Identity(digest(RecordedSettings.of(config)), config.ask(Identity::facts));
    }

    private static String facts(Environment environment) {
        EnvironmentSpec spec = environment.spec();
        StringBuilder facts = new StringBuilder(spec.toString());
        new TreeMap<>(environment.software())
                .forEach((name, version) ->
                        facts.append(", ").append(name).append(' ').append(version));
        return facts.toString();
    }

    private static String digest(Map<String, String> settings) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new TreeMap<>(settings)
                    .forEach(
                            (key, value) -> digest.update((key + "=" + value + "\0").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The settings of a run, to be sent. */
    public static Map<String, String> settings(RunConfig config) {
        return RecordedSettings.of(config);
    }

    /**
     * The run of settings that were sent.
     *
     * @throws io.htsrl.core.error.ConfigurationException when this machine has no such algorithm or environment
     */
    public static RunConfig run(Map<String, String> settings) {
        Layer layer = RecordedSettings.read("the learner", settings);
        RunConfig config = RunResolver.recorded(layer);
        new Violations()
                .check(
                        config.environments().exists(),
                        "--env",
                        config.env(),
                        "must be an environment of this machine too",
                        "add the jar that has it to HTS_CLASS_PATH, or install what it needs")
                .throwIfAny();
        return config;
    }

    /** Why a node of {@code other} is refused; empty where it is not. */
    public String refusal(Identity other) {
        if (!digest.equals(other.digest)) {
            return "it understands the settings of the run differently (digest " + other.digest.substring(0, 12)
                    + ", and here " + digest.substring(0, 12) + "): use one build of hts-rl on all machines";
        }
        if (!facts.equals(other.facts)) {
            return "its environment is another one (" + other.facts + ", and here " + facts
                    + "): install the same versions on all machines";
        }
        return "";
    }
}
