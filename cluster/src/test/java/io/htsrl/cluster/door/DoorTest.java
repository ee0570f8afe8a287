package io.htsrl.cluster.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoorTest {

    @Test
    void shouldUnderstandTheSettingsThatWereSentAsTheyWereMeant() {
        for (String algorithm : new String[] {"a2c", "ppo", "dqn"}) {
            RunConfig config = SmallRuns.config(algorithm, "CartPole-v1", 2);

            RunConfig come = Identity.run(Identity.settings(config));

            assertEquals("", Identity.of(config).refusal(Identity.of(come)));
            assertEquals(config.pipeline(), come.pipeline());
        }
    }

    @Test
    void shouldRefuseOtherSettingsAndOtherEnvironments() {
        Identity here = new Identity("00112233445566", "CartPole-v1, gymnasium 1.4");

        assertTrue(here.refusal(new Identity("ff112233445566", here.facts())).contains("settings of the run"));
        assertTrue(here.refusal(new Identity(here.digest(), "CartPole-v1, gymnasium 1.3"))
                .contains("gymnasium 1.3, and here CartPole-v1, gymnasium 1.4"));
    }

    @Test
    void shouldProveASecretToWhoKnowsItAlone(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
        Path wrong = Files.writeString(folder.resolve("wrong"), "0123456789abcdeg\n");
        Secret secret = Secret.of(Optional.of(file));
        byte[] nonce = Secret.nonce();

        byte[] proof = secret.proof("node", nonce);

        assertTrue(Secret.of(Optional.of(file)).isProof("node", nonce, proof));
        assertFalse(Secret.of(Optional.of(wrong)).isProof("node", nonce, proof));
        assertFalse(Secret.NONE.isProof("node", nonce, proof));
        assertFalse(secret.isProof("learner", nonce, proof), "what a node has proven is no learner's proof");
        assertFalse(secret.isProof("node", Secret.nonce(), proof), "an old proof proves nothing");
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
        assertEquals(Optional.empty(), HostPort.of(":80"));
        assertEquals(Optional.empty(), HostPort.of("host:99999"));
        assertEquals(Optional.empty(), HostPort.of("host:x"));
        assertTrue(new HostPort("localhost", 1).loopback());
        assertFalse(new HostPort("10.0.0.1", 1).loopback());
    }
}
