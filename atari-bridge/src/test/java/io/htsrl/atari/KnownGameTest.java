package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownGameTest {
    private static final String LIBRARY = "/org/bytedeco/ale/linux-x86_64/libale.so";

    @ParameterizedTest
    @CsvSource({
        "pong, ALE/Pong-v5",
        "space_invaders, ALE/SpaceInvaders-v5",
        "up_n_down, ALE/UpNDown-v5",
        "tic_tac_toe_3d, ALE/TicTacToe3D-v5",
        "atlantis2, ALE/Atlantis2-v5",
        "qbert, ALE/Qbert-v5",
        "video_pinball, ALE/VideoPinball-v5",
        "montezuma_revenge, ALE/MontezumaRevenge-v5"
    })
    void shouldNameEnvironmentsAsGymnasiumDoes(String name, String id) {
        assertEquals(id, KnownGame.ofName(name).orElseThrow().environment());
        assertEquals(name, KnownGame.ofEnvironment(id).orElseThrow().name());
    }

    @Test
    void shouldKnowTheGamesOfAleEachOnce() {
        Set<String> names = new HashSet<>();
        Set<String> hashes = new HashSet<>();
        Set<String> environments = new HashSet<>();
        for (KnownGame game : KnownGame.all()) {
            assertTrue(game.name().matches("[a-z][a-z0-9_]*"), game::name);
            assertTrue(game.md5().matches("[0-9a-f]{32}"), game::md5);
            names.add(game.name());
            hashes.add(game.md5());
            environments.add(game.environment());
        }
        assertEquals(104, names.size());
        assertEquals(names.size(), hashes.size());
        assertEquals(names.size(), environments.size());
    }

    @Test
    void shouldFindAGameByItsCartridge() {
        assertEquals(
                "pong",
                KnownGame.ofMd5("60e0ea3cbe0913d39803477945e9e5ec")
                        .orElseThrow()
                        .name());
        assertEquals(Optional.empty(), KnownGame.ofMd5(Homebrew.MD5));
        assertEquals(Optional.empty(), KnownGame.ofName("homebrew"));
        assertEquals(Optional.empty(), KnownGame.ofEnvironment("ALE/Pong-v4"));
    }

    /** The table was taken from the library: what it says must be in there. */
    @Test
    void shouldListOnlyWhatTheLibraryItselfKnows() throws IOException {
        try (InputStream in = KnownGameTest.class.getResourceAsStream(LIBRARY)) {
            assumeTrue(in != null, "the library of Linux on x86-64 is not on this platform's class path");
            String strings = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (KnownGame game : KnownGame.all()) {
                assertTrue(strings.contains("\0" + game.md5() + "\0"), game::toString);
                assertTrue(strings.contains(game.name() + "\0"), game::toString); // linkers merge endings
            }
        }
    }
}
