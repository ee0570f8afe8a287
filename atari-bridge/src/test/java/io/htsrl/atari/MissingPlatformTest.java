package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some platforms that hts-rl runs on have no ALE; a JVM is told here that it is on one. */
class MissingPlatformTest {

    @Test
    void shouldSayThatThereIsNoEmulatorForThePlatform(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> flags = List.of(
                "-Xmx128m",
                "-Dlogback.configurationFile=io/htsrl/cli/logback.xml", // no log but warnings, as the program's
                "-Dorg.bytedeco.javacpp.platform=linux-arm64");
        ChildJvm.Ended child = ChildJvm.run(AskMain.class, flags, folder);

        assertEquals(0, child.status(), child::toString);
        assertEquals(
                List.of(
                        "--env ALE/HomebrewPaddle-v0: it cannot be played here: there is no Arcade Learning Environment for "
                                + "linux-arm64 on the class path; run it on x86-64, under Linux, macOS or Windows, or choose "
                                + "another environment",
                        "the same again: true",
                        "listed: false"),
                child.out().lines().toList(),
                child::toString);
    }

    /** Asks twice: what fails to load fails in another way the second time. */
    static final class AskMain {

        private AskMain() {}

        public static void main(String[] args) {
            String message = answer();
            System.out.println(message);
            System.out.println("the same again: " + message.equals(answer()));
            System.out.println("listed: " + Environments.names().contains(Homebrew.ID));
        }

        private static String answer() {
            try {
                Environments.create(Homebrew.ID, Map.of()).close();
                return "it plays";
            } catch (ConfigurationException e) {
                return e.getMessage();
            }
        }
    }
}
