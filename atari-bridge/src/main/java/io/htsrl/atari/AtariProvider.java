package io.htsrl.atari;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.python.Interpreter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes Atari games: {@code ALE/HomebrewPaddle-v0}, and {@code ALE/<Game>-v5} for each game of ALE's whose ROM
 * {@link RomSearch} finds. Options are those of {@link AtariOptions}, {@link RomFolder#OPTION} and
 * {@link Interpreter#OPTION}. Stateless, any thread; making one takes 0.1 s.
 */
public final class AtariProvider implements EnvironmentProvider {
    private static final List<String> WITHOUT_ROM = List.of(Homebrew.ID);

    private final Emulators emulators = new Emulators(new RomGuard(), System.getenv());

    /** The games that can be played here as it is: a hundred more would hide the others in every list. */
    @Override
    public List<String> names() {
        return AleLibrary.whyMissing() == null ? WITHOUT_ROM : List.of();
    }

    @Override
    public boolean provides(String id) {
        return Emulators.knows(id);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Map<String, String> playing = new TreeMap<>(options);
        playing.remove(RomFolder.OPTION);
        playing.remove(Interpreter.OPTION);
        AtariOptions atari = AtariOptions.parse(playing);
        Rom rom = emulators.rom(id, options);
        Emulator emulator = emulators.open(id, rom, atari.mode(), atari.difficulty());
        try {
            return new AtariEnvironment(id, emulator, atari, rom.origin());
        } catch (RuntimeException | Error e) {
            emulator.close();
            throw e;
        }
    }
}
