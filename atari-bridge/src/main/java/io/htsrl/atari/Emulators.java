package io.htsrl.atari;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.util.Map;
import java.util.OptionalInt;

/** Opens the emulators of environments: finds the cartridge, has it guarded, puts it in. Any thread. */
final class Emulators {
    private final RomGuard guard;
    private final Map<String, String> variables;

    /** @param variables of this process */
    Emulators(RomGuard guard, Map<String, String> variables) {
        this.guard = guard;
        this.variables = variables;
    }

    /** Whether {@code id} is an Atari game's environment, its ROM being here or not. */
    static boolean knows(String id) {
        return id.equals(Homebrew.ID) || KnownGame.ofEnvironment(id).isPresent();
    }

    /**
     * The cartridge of {@code id}.
     *
     * @param id      one that {@link #knows}
     * @param options of which those of {@link RomSearch} are looked at alone
     * @throws ConfigurationException when there is none, or there is no ALE for this platform
     */
    Rom rom(String id, Map<String, String> options) {
        String missing = AleLibrary.whyMissing();
        if (missing != null) {
            throw refused(
                    id,
                    "cannot be played here: there is " + missing,
                    "run it on x86-64, under Linux, macOS or Windows, or choose another environment");
        }
        if (id.equals(Homebrew.ID)) {
            return Homebrew.rom();
        }
        KnownGame game = KnownGame.ofEnvironment(id)
                .orElseThrow(() -> refused(id, "is no Atari game", "choose " + Homebrew.ID + ", for example"));
        return RomSearch.of(options, variables).rom(game);
    }

    /**
     * A new emulator that plays {@code rom} as {@code id}.
     *
     * @throws ConfigurationException when ALE would not survive it, or the game has no such mode or difficulty
     */
    Emulator open(String id, Rom rom, OptionalInt mode, OptionalInt difficulty) {
        try {
            guard.check(rom, mode, difficulty);
        } catch (IllegalArgumentException e) {
            throw refused(
                    id,
                    "has a ROM (md5 " + rom.md5() + ") that ALE was not built for and that " + e.getMessage(),
                    "put the one with md5 "
                            + KnownGame.ofName(rom.game()).orElseThrow().md5() + " in its place");
        }
        return loaded(id, rom, mode, difficulty);
    }

    private static Emulator loaded(String id, Rom rom, OptionalInt mode, OptionalInt difficulty) {
        AleEmulator emulator = new AleEmulator();
        try {
            emulator.load(rom, mode, difficulty);
            return emulator;
        } catch (IllegalArgumentException e) {
            throw refused(id, "cannot be played so: " + e.getMessage(), "choose another mode, difficulty or game");
        }
    }

    private static ConfigurationException refused(String id, String rule, String remedy) {
        return new ConfigurationException(new Violations().add("--env", id, rule, remedy));
    }
}
