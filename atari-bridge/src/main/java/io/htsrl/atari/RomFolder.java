package io.htsrl.atari;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder of ROMs, read again each time. Any thread.
 *
 * @param path path of the folder
 * @param from flag or variable that named it, or the package that it belongs to
 * @param alePy package that owns the folder; null for a folder of the user
 */
public record RomFolder(Path path, String from, AlePy alePy) {
    /** Name of the flag, and of the {@code --env-option}, for the folder. */
    public static final String OPTION = "rom-dir";
    /** The environment variable that names the folder where no flag does. */
    public static final String VARIABLE = "HTS_ROM_DIR";

    private static final String FLAG = "--" + OPTION;

    /**
     * Opens a folder of the user.
     *
     * @throws ConfigurationException when it is not a folder that can be listed
     */
    public static RomFolder of(String path) {
        return of(path, FLAG);
    }

    /** @param from source of the path */
    static RomFolder of(String path, String from) {
        RomFolder folder = new RomFolder(parsed(path, from), from, null);
        folder.files();
        return folder;
    }

    /** Returns the folder of an {@code ale_py} that has one. */
    static RomFolder in(AlePy alePy) {
        return new RomFolder(alePy.roms(), alePy.toString(), alePy);
    }

    private static Path parsed(String path, String from) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw refused(from, path, "must be a path (" + e.getReason() + ")");
        }
    }

    private static ConfigurationException refused(String from, Object path, String rule) {
        return new ConfigurationException(from, path, rule, "give the folder of your ROMs");
    }

    /** Returns its files, sorted by name, without folders. */
    public List<RomFile> files() {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .sorted()
                    .map(RomFile::read)
                    .toList();
        } catch (IOException e) {
            throw refused(from, path, "must be a readable folder (" + ShownText.reason(e) + ")");
        }
    }

    /**
     * Returns the cartridge of {@code game}: the first file that equals it bit for bit, else the first with its name.
     *
     * @throws ConfigurationException when neither exists
     */
    public Rom rom(KnownGame game) {
        List<RomFile> files = files();
        Optional<RomFile> found = files.stream()
                .filter(file -> file.recognised().equals(Optional.of(game)))
                .findFirst()
                .or(() -> files.stream().filter(file -> file.isVersionOf(game)).findFirst());
        return found.map(file -> new Rom(game.name(), file.bytes(), file.md5(), file.path() + " (" + from + ")"))
                .orElseThrow(() -> missing(game, files));
    }

    private ConfigurationException missing(KnownGame game, List<RomFile> files) {
        String misnamed = files.stream()
                .filter(file -> file.named().equals(Optional.of(game)))
                .findFirst()
                .map(file -> "; " + file.path().getFileName() + " " + whatIsWrong(file))
                .orElse("");
        return new ConfigurationException(
                from,
                path,
                "must hold the ROM of "
                        + game.environment() + ": a file with md5 " + game.md5() + ", or " + game.name()
                        + ".bin"
                        + misnamed,
                remedy() + ", or play " + Homebrew.ID + ", which needs no ROM");
    }

    private String remedy() {
        return alePy == null
                ? "put it there ('hts roms' lists what is there)"
                : "run " + alePy.install() + ", or give the folder that holds it with " + FLAG;
    }

    private static String whatIsWrong(RomFile file) {
        return file.readable()
                ? "is " + file.recognised().map(KnownGame::environment).orElse(Homebrew.ID)
                : file.problem();
    }
}
