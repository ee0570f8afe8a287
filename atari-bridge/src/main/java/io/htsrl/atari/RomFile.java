package io.htsrl.atari;

import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A file of a ROM folder. Reading it never fails and never blocks: only regular files are opened. Immutable, any
 * thread.
 *
 * @param path path of the file
 * @param bytes its content; null unless it could be a cartridge
 * @param md5 MD5 of the content; null unless it could be a cartridge
 * @param problem reason why it is no cartridge, completing "it ..."; null where it could be one
 */
public record RomFile(Path path, byte[] bytes, String md5, String problem) {

    /** Reads {@code path}. */
    public static RomFile read(Path path) {
        try {
            if (!Files.exists(path) && !Files.isSymbolicLink(path)) {
                return refused(path, "does not exist");
            }
            if (Files.isDirectory(path)) {
                return refused(path, "is a folder");
            }
            Path real = path.toRealPath(); // reports the problem of a broken symbolic link
            if (!Files.isRegularFile(real)) {
                return refused(path, "is no regular file");
            }
            long size = Files.size(path);
            if (size > Integer.MAX_VALUE || !Rom.SIZES.contains((int) size)) {
                return refused(path, "has " + size + " bytes, and a cartridge 2, 4, 8, 16, 32, 64 or 128 KiB");
            }
            return ofSize(path, (int) size);
        } catch (IOException e) {
            return refused(path, "cannot be read (" + reason(e) + ")");
        }
    }

    private static RomFile ofSize(Path path, int size) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(size);
            return bytes.length == size
                    ? new RomFile(path, bytes, Rom.md5(bytes), null)
                    : refused(path, "changed while it was read");
        }
    }

    private static RomFile refused(Path path, String problem) {
        return new RomFile(path, null, null, problem);
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "it is a symbolic link to nothing";
        }
        return e instanceof FileSystemLoopException
                        || String.valueOf(e.getMessage()).contains("symbolic links")
                ? "its symbolic links go in a circle"
                : ShownText.reason(e);
    }

    /** Returns whether it could be a cartridge. */
    public boolean readable() {
        return problem == null;
    }

    /** Returns the game whose cartridge it is, bit for bit. */
    public Optional<KnownGame> recognised() {
        return readable() ? KnownGame.ofMd5(md5) : Optional.empty();
    }

    /** Returns the game that the file's name stands for, as ALE reads names: {@code Pong.bin} is Pong. */
    public Optional<KnownGame> named() {
        String file =
                path.getFileName() == null ? "" : path.getFileName().toString().toLowerCase(Locale.ROOT);
        int dot = file.lastIndexOf('.');
        return KnownGame.ofName(dot < 0 ? file : file.substring(0, dot));
    }

    /** Returns whether it is {@code game} only by its name: another dump or another version of it. */
    public boolean isVersionOf(KnownGame game) {
        return readable() && recognised().isEmpty() && named().equals(Optional.of(game)) && !md5.equals(Homebrew.MD5);
    }
}
