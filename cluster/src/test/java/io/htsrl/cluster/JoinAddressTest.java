package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cluster.NodeCommand.JoinAddress;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A node joins only learners of its own machine without encryption. 192.0.2.1 is nobody's address. */
class JoinAddressTest {
    private static final String FAR = "192.0.2.1:25520";
    private static final String RULE = "must be loopback without --secret-file and --tls-keystore";

    private static JoinAddress address(String join, String bind) {
        return JoinAddress.of(join, bind, new Violations()).orElseThrow();
    }

    private static String refusal(String join, String bind) {
        return assertThrows(
                        ConfigurationException.class, () -> address(join, bind).check(Optional.empty()))
                .getMessage();
    }

    @Test
    void shouldRefuseToLeaveThisMachineWithoutEncryption() {
        assertTrue(refusal(FAR, null).contains("--join " + FAR + ": it " + RULE), refusal(FAR, null));
        assertTrue(refusal(FAR, "127.0.0.1").contains("--join"));
        assertTrue(refusal("127.0.0.1:25520", "0.0.0.0:0").contains("--bind 0.0.0.0:0: it " + RULE));
    }

    @Test
    void shouldTakeLoopbackAndEncryption() {
        address("127.0.0.1:25520", null).check(Optional.empty());
        address("localhost:25520", "127.0.0.2:0").check(Optional.empty());
        address(FAR, null).check(Tls.by(Optional.empty(), Secret.drawn()));
    }

    @Test
    void shouldEndANodeWithOneMessage() {
        StringWriter err = new StringWriter();
        CommandLine hts = Hts.commandLine((config, attached) -> null).setErr(new PrintWriter(err));

        assertEquals(ExitCode.MISTAKE, hts.execute("node", "--join", FAR, "--wait", "1"));

        assertTrue(err.toString().contains("error: --join " + FAR + ": it " + RULE), err::toString);
        assertTrue(err.toString().contains("give --secret-file secret"), err::toString);
    }

    @Test
    void shouldRefuseTheSameInTheDoctor() {
        LearnerDoctor doctor = new LearnerDoctor(Duration.ofHours(1));

        String message = assertThrows(
                        ConfigurationException.class, () -> doctor.examine(FAR, Layer.ofCommandLine(), finding -> {}))
                .getMessage();

        assertTrue(message.contains(RULE), message);
    }
}
