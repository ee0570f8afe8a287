package io.htsrl.atari;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.python.Interpreter;
import java.util.Map;
import java.util.Optional;

/**
 * The place where ROMs are searched: the folder of {@code --rom-dir}, else that of the variable, else inside the
 * {@code ale_py} of the chosen Python. A named folder is the only place. Immutable, any thread.
 *
 * @param folder folder of the ROMs; empty where none exists
 * @param alePy null where a folder is named
 */
public record RomSearch(Optional<RomFolder> folder, AlePy alePy) {
    /**
     * Searches; starts a Python where that is necessary.
     *
     * @param options options of the environment, of which {@link RomFolder#OPTION} and {@link Interpreter#OPTION} count
     * @param variables environment variables of this process
     * @throws ConfigurationException when the named folder cannot be listed
     */
    public static RomSearch of(Map<String, String> options, Map<String, String> variables) {
        String named = options.get(RomFolder.OPTION);
        if (named != null) {
            return in(RomFolder.of(named));
        }
        String variable = variables.getOrDefault(RomFolder.VARIABLE, "");
        if (!variable.isEmpty()) {
            return in(RomFolder.of(variable, RomFolder.VARIABLE));
        }
        AlePy alePy = AlePy.of(Interpreter.of(Optional.ofNullable(options.get(Interpreter.OPTION)), variables));
        return new RomSearch(Optional.ofNullable(alePy.roms()).map(roms -> RomFolder.in(alePy)), alePy);
    }

    /** Returns a search that has found {@code folder}. */
    public static RomSearch in(RomFolder folder) {
        return new RomSearch(Optional.of(folder), null);
    }

    /** Returns a line for the user where no folder exists: the reason, and the remedy. */
    public String nothing() {
        return alePy.problem() + ": run " + alePy.install() + ", which has ROMs inside";
    }

    /**
     * Returns the cartridge of {@code game}.
     *
     * @throws ConfigurationException when none exists
     */
    public Rom rom(KnownGame game) {
        return folder.orElseThrow(() -> notFound(game)).rom(game);
    }

    private ConfigurationException notFound(KnownGame game) {
        return new ConfigurationException(
                "--" + RomFolder.OPTION,
                null,
                "must be given for " + game.environment() + ", since no ROM but one comes with hts-rl, and "
                        + alePy.problem(),
                "run " + alePy.install() + ", which has ROMs inside, or give the folder that holds "
                        + game.name() + ".bin (md5 " + game.md5() + "), there or in " + RomFolder.VARIABLE
                        + ", or play " + Homebrew.ID + ", which needs no ROM");
    }
}
