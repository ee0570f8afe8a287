package io.htsrl.cluster.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.RecordedSettings;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoorTest {

    @Test
    void shouldUnderstandTheSettingsThatWereSentAsTheyWereMeant() {
        for (String algorithm : new String[] {"a2c", "ppo", "dqn"}) {
            RunConfig config = SmallRuns.config(algorithm, "CartPole-v1", 2);

            RunConfig come = Identity.run(RecordedSettings.of(config));

            assertEquals("", Identity.of(config).refusal(Identity.of(come)));
            assertEquals(config.pipeline(), come.pipeline());
        }
    }

    @Test
    void shouldRefuseOtherSettingsAndOtherEnvironments() {
        Identity here = new Identity("00112233445566", "77", "CartPole-v1, gymnasium 1.4");

        assertTrue(
                here.refusal(new Identity("ff112233445566", "77", here.facts())).contains("settings of the run"));
        assertTrue(here.refusal(new Identity(here.settings(), "77", "CartPole-v1, gymnasium 1.3"))
                .contains("gymnasium 1.3, and here CartPole-v1, gymnasium 1.4"));
    }

    @Test
    void shouldRefuseOtherClassesOfTheSameBuild() {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        Identity here = Identity.of(config);
        Identity other = new Identity(here.settings(), "0123456789abcdef", here.facts());

        String message = here.refusal(other);

        assertTrue(message.startsWith(
                "it has other classes, though the build has the same name (class path 0123456789ab"));
        assertTrue(message.endsWith("copy one build to all machines, and give all the same HTS_CLASS_PATH"), message);
        assertTrue(here.refusal(new Identity("x", "", here.facts())).contains("settings of the run"));
    }

    private static Path jar(Path file, long time, String... entries) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                ZipEntry made = new ZipEntry(entry);
                made.setTime(time);
                zip.putNextEntry(made);
                zip.write(entry.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }

    @Test
    void shouldKnowAProgramByItsContentAlone(@TempDir Path folder) throws IOException {
        Path jar = jar(folder.resolve("a.jar"), 1L << 40, "a/A.class", "META-INF/MANIFEST.MF");
        Path again = jar(folder.resolve("b.jar"), 1L << 39, "META-INF/maven/pom", "a/A.class");
        Path other = jar(folder.resolve("c.jar"), 1L << 40, "a/B.class");
        Path natives = jar(folder.resolve("d-1.5-linux-x86_64.jar"), 0, "lib.so");
        Path classes = Files.createDirectories(folder.resolve("classes/a"));
        Files.writeString(classes.resolve("A.class"), "a/A.class");

        String digest = Identity.classPathDigest(jar + File.pathSeparator + other);

        assertEquals(
                digest, Identity.classPathDigest(other + File.pathSeparator + again + File.pathSeparator + natives));
        assertEquals(digest, Identity.classPathDigest(classes.getParent() + File.pathSeparator + other));
        assertNotEquals(digest, Identity.classPathDigest(jar.toString()));
        Files.writeString(classes.resolve("A.class"), "a/A.clasS");
        assertNotEquals(digest, Identity.classPathDigest(classes.getParent() + File.pathSeparator + other));
        assertEquals(Identity.classPathDigest(""), Identity.classPathDigest(natives.toString()));
    }

    @Test
    void shouldProveASecretToWhoKnowsItAlone(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
        Path wrong = Files.writeString(folder.resolve("wrong"), "0123456789abcdeg\n");
        Secret secret = Secret.of(Optional.of(file));
        byte[] nonce = Secret.nonce();

        byte[] proof = secret.proof("node", nonce);

        assertTrue(Secret.same(Secret.of(Optional.of(file)).proof("node", nonce), proof));
        assertFalse(Secret.same(Secret.of(Optional.of(wrong)).proof("node", nonce), proof));
        assertFalse(Secret.same(Secret.NONE.proof("node", nonce), proof));
        assertFalse(Secret.same(secret.proof("learner", nonce), proof), "what a node has proven is no learner's proof");
        assertFalse(Secret.same(secret.proof("node", Secret.nonce()), proof), "an old proof proves nothing");
    }

    @Test
    void shouldRefuseASecretThatCanBeGuessed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "short\n");

        String message = assertThrows(ConfigurationException.class, () -> Secret.of(Optional.of(file)))
                .getMessage();

        assertTrue(message.contains("must hold at least 16 bytes, and holds 5"), message);
    }

    @Test
    void shouldReadAddresses() {
        assertEquals(Optional.of(new HostPort("10.0.0.1", 80)), HostPort.of("10.0.0.1:80"));
        assertEquals(Optional.of(new HostPort("10.0.0.1", 0)), HostPort.of("10.0.0.1"));
        assertEquals(Optional.of(new HostPort("[fd00::2]", 80)), HostPort.of("[fd00::2]:80"));
        assertEquals(Optional.of(new HostPort("[fd00::2]", 0)), HostPort.of("[fd00::2]"));
        assertEquals(Optional.empty(), HostPort.of("::1"), "1 could be a port");
        assertEquals(Optional.empty(), HostPort.of("fd00::2:80"));
        assertEquals(Optional.empty(), HostPort.of(":80"));
        assertEquals(Optional.empty(), HostPort.of("host:99999"));
        assertEquals(Optional.empty(), HostPort.of("host:x"));
        for (String odd : new String[] {"a/b:1", "a@b:1", "a#b:1", "\u001b[2J:1", "a b:1", "a".repeat(256) + ":1"}) {
            assertEquals(Optional.empty(), HostPort.of(odd), "it becomes a part of an actor's path");
        }
        assertTrue(new HostPort("127.0.0.9", 1).literallyLoopback());
        assertFalse(new HostPort("127.0.0.1.example.org", 1).literallyLoopback());
        assertTrue(new HostPort("localhost", 1).loopback());
        assertFalse(new HostPort("10.0.0.1", 1).loopback());
    }
}
