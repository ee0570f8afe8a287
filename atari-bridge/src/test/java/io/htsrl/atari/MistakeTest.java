package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.ale.ALEInterface;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No input of any kind may end or hang the JVM. The mistakes are made, one by one, in one that they could end. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MistakeTest {
    private static final List<String> FLAGS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");

    private final Set<Mistake> possible = EnumSet.allOf(Mistake.class);
    private ChildJvm.Ended child;

    @BeforeAll
    void makeThem(@TempDir Path folder) throws IOException, InterruptedException {
        remove(Mistake.UNREADABLE_FILE, mayReadEverything(folder));
        remove(Mistake.DEVICE_AS_ROM, !Files.exists(Path.of("/dev/zero")));
        remove(Mistake.NO_FOLDER, System.getenv(RomFolder.VARIABLE) != null);
        child = ChildJvm.run(
                MistakeMain.class,
                FLAGS,
                folder,
                possible.stream().map(Enum::name).toArray(String[]::new));
    }

    private void remove(Mistake mistake, boolean impossible) {
        if (impossible) {
            possible.remove(mistake);
        }
    }

    private static boolean mayReadEverything(Path folder) throws IOException {
        Path secret = Files.createFile(folder.resolve("secret"));
        return !secret.toFile().setReadable(false) || Files.isReadable(secret);
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void shouldBeToldAndSurvived(Mistake mistake) {
        assumeTrue(possible.contains(mistake), "this user, or this machine, cannot make the mistake");
        List<String> said = child.out().lines().toList();

        assertTrue(said.contains(mistake + ": told"), child::toString);
        assertTrue(said.contains(mistake + ": survived"), child::toString);
    }

    @Test
    void shouldLeaveNothingBehindThatKeepsTheProcess() {
        assertEquals(0, child.status(), child::toString);
    }

    /** The mistakes are true dangers: ALE, asked directly, ends the process without a word of Java's. */
    @Test
    void shouldEndAProcessThatLetsAleSeeThem(@TempDir Path folder) throws IOException, InterruptedException {
        ChildJvm.Ended unguarded = ChildJvm.run(UnguardedMain.class, FLAGS, folder);

        assertEquals(1, unguarded.status(), unguarded::toString);
        assertTrue(unguarded.out().isEmpty(), unguarded::toString);
    }

    /** Gives ALE a file that is not there. */
    static final class UnguardedMain {

        private UnguardedMain() {}

        public static void main(String[] args) {
            try (ALEInterface ale = new ALEInterface()) {
                ale.loadROM("there-is-no.bin");
                System.out.println("survived");
            }
        }
    }
}
