package io.htsrl.atari;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.python.Interpreter;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Makes Atari games: {@code ALE/HomebrewPaddle-v0}, and {@code ALE/<Game>-v5} for each game of ALE whose ROM
 * {@link RomSearch} finds. Options are those of {@link AtariOptions}, {@link RomFolder#OPTION} and
 * {@link Interpreter#OPTION}. Stateless, any thread; making one takes 0.1 s.
 */
public final class AtariProvider implements EnvironmentProvider {
    private static final List<String> WITHOUT_ROM = List.of(Homebrew.ID);

    private final RomGuard guard;
    private final Map<String, String> variables;

    /** Creates the service. */
    public AtariProvider() {
        this(new RomGuard(), System.getenv());
    }

    /** @param variables environment variables of this process */
    AtariProvider(RomGuard guard, Map<String, String> variables) {
        this.guard = guard;
        this.variables = variables;
    }

    /** The options that have flags, beside the interpreter. */
    @SettingGroup("Run")
    record RomSettings(
            @Setting(
                    label = "DIR",
                    help = "Folder of the Atari ROMs, for --env ALE/Pong-v5 and others; by default "
                            + "HTS_ROM_DIR, or the folder in Python's ale_py. 'hts roms' lists them.")
            Optional<Path> romDir) {}

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(RomSettings.class, Interpreter.InterpreterChoice.class);
    }

    /**
     * Returns the games that can be played without further files, since a hundred more would hide the others in every
     * list.
     */
    @Override
    public List<String> names() {
        return AleLibrary.whyMissing() == null ? WITHOUT_ROM : List.of();
    }

    /** Returns whether {@code id} is the environment of an Atari game, whether its ROM is here or not. */
    @Override
    public boolean provides(String id) {
        return id.equals(Homebrew.ID) || KnownGame.ofEnvironment(id).isPresent();
    }

    /** Knows older names of Atari games, such as {@code PongNoFrameskip-v4}, and ALE's own, such as {@code pong}. */
    @Override
    public Optional<String> suggest(String id) {
        return KnownGame.ofAnyName(id).map(KnownGame::environment);
    }

    /** Returns only the interpreter, which is asked for the ROMs of its ale_py. */
    @Override
    public List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        String python = options.get(Interpreter.OPTION);
        return python == null
                ? List.of()
                : List.of(new ForeignCode(Interpreter.OPTION, "the program " + python + ", to find ROMs"));
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Map<String, String> playing = new TreeMap<>(options);
        playing.remove(RomFolder.OPTION);
        playing.remove(Interpreter.OPTION);
        AtariOptions atari = AtariOptions.parse(playing);
        Rom rom = rom(id, options);
        Emulator emulator = open(id, rom, atari.mode(), atari.difficulty());
        try {
            return new AtariEnvironment(id, emulator, atari, rom.origin(), Map.of("rom-md5", rom.md5()));
        } catch (RuntimeException | Error e) {
            emulator.close();
            throw e;
        }
    }

    /**
     * Returns the cartridge of {@code id}.
     *
     * @param id one that {@link #provides}
     * @param options options, of which only those of {@link RomSearch} are read
     * @throws ConfigurationException when none exists, or this platform has no ALE
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
     * Creates an emulator that plays {@code rom} as {@code id}.
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
        return new ConfigurationException("--env", id, rule, remedy);
    }
}
