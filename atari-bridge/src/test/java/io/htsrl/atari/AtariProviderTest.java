package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RunResolver;
import io.htsrl.trainer.settings.RunSchema;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtariProviderTest {

    @Test
    void shouldBeFoundAsAService() {
        assertTrue(Environments.names().contains("ALE/HomebrewPaddle-v0"), Environments.names()::toString);
        assertTrue(Environments.exists("ALE/SpaceInvaders-v5"));
        assertFalse(Environments.exists("ALE/SpaceInvaders-v4"));
        assertFalse(Environments.names().contains("ALE/SpaceInvaders-v5"), "a hundred names would hide the others");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "space_invaders",
                "SpaceInvaders",
                "SpaceInvadersNoFrameskip-v4",
                "SpaceInvadersDeterministic-v0",
                "ALE/SpaceInvaders-v4",
                "gym:SpaceInvaders-ram-v4"
            })
    void shouldSuggestTheGameThatHasAnotherName(String name) {
        assertEquals(Optional.of("ALE/SpaceInvaders-v5"), new AtariProvider().suggest(name));
        assertEquals(Optional.empty(), new AtariProvider().suggest(name + "x"));
    }

    @Test
    void shouldMakeAnEnvironmentThatKeepsItsContract() {
        try (Environment environment = Environments.create("ALE/HomebrewPaddle-v0", Map.of())) {
            EnvironmentCheck check = EnvironmentCheck.of(environment);
            assertEquals(List.of(), check.problems());
            assertEquals(List.of(), check.unrepeatable());
            assertEquals(List.of(), check.unrestorable());
            assertEquals("ALE/HomebrewPaddle-v0", environment.spec().id());
        }
    }

    @Test
    void shouldPlayTheRomOfAFolder(@TempDir Path folder) throws IOException {
        try (Environment environment = pong(folder, 7)) {
            assertEquals("ALE/Pong-v5", environment.spec().id());
        }
    }

    /** Makes Pong with a dump that differs from the homebrew game where nothing is. */
    private static Environment pong(Path folder, int difference) throws IOException {
        byte[] dump = Homebrew.rom().bytes().clone();
        dump[0xFF0] ^= (byte) difference;
        Files.write(folder.resolve("pong.bin"), dump);
        return Environments.create("ALE/Pong-v5", Map.of("rom-dir", folder.toString()));
    }

    @Test
    void shouldTellTwoDumpsOfAGameApart(@TempDir Path folder) throws IOException {
        try (Environment one = pong(folder, 7);
                Environment other = pong(folder, 9)) {
            String md5 = one.software().get("rom-md5");
            String otherMd5 = other.software().get("rom-md5");
            assertNotEquals(md5, otherMd5);
            one.reset(1, new ObservationSlot().at(new byte[84 * 84], 0));
            IOException refused = assertThrows(IOException.class, () -> SavedState.restore(other, SavedState.of(one)));
            assertEquals(
                    "the state is of the ROM with md5 " + md5 + ", and this emulator plays " + otherMd5,
                    refused.getMessage());
        }
    }

    @Test
    void shouldGiveTheFolderOfRomsToTheEnvironmentAsAPathThatHoldsEverywhere() {
        String here = new File("roms").getAbsolutePath();

        assertEquals(Map.of("rom-dir", here), resolved("rom-dir", "roms").envOptions());
        assertEquals(
                Map.of("rom-dir", here, "frame-skip", "3"),
                resolved("env-option", "frame-skip=3", "rom-dir", "roms").envOptions());
        assertEquals(
                Map.of("rom-dir", here),
                resolved("env-option", "rom-dir=elsewhere", "rom-dir", "roms").envOptions());
    }

    @Test
    void shouldNameTheFlagOfASettingThatTheEnvironmentDoesNotUnderstand() {
        Violations violations = new Violations();
        resolved(violations, "rom-dir", "roms");

        assertEquals(
                "--rom-dir roms: it is not understood by CartPole-v1, which has no options; leave it out",
                new ConfigurationException(violations).getMessage());
    }

    private static RunConfig resolved(String... settings) {
        return resolved(new Violations(), settings);
    }

    private static RunConfig resolved(Violations violations, String... settings) {
        Layer layer = Layer.ofCommandLine().add("algo", "a2c").add("env", "CartPole-v1");
        for (int i = 0; i < settings.length; i += 2) {
            layer.add(settings[i], settings[i + 1]);
        }
        return new RunResolver(RunSchema.ofRun(), List.of(layer), violations, null)
                .resolve(false)
                .config();
    }

    @Test
    void shouldReportOptionsThatNoGameHas() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> Environments.create("ALE/HomebrewPaddle-v0", Map.of("rom-dir", "x", "frame-skipp", "3")));
        assertEquals(1, refused.violations().size(), refused::getMessage);
        assertTrue(refused.getMessage().contains("frame-skipp"), refused::getMessage);
    }
}
