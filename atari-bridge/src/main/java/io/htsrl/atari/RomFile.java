package io.htsrl.atari;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What a file of a ROM folder turned out to be. Reading it never fails and never waits: anything but a regular file is
 * not opened. Immutable, any thread.
 *
 * @param path    where it is
 * @param bytes   its content; null unless it could be a cartridge
 * @param md5     of the content; null unless it could be a cartridge
 * @param problem why it is none, completing "it ..."; null where it could be one
 */
public record RomFile(Path path, byte[] bytes, String md5, String problem) {

    /** Looks at {@code path}. */
    public static RomFile read(Path path) {
        try {
            if (!Files.exists(path) && !Files.isSymbolicLink(path)) {
                return refused(path, "does not exist");
            }
            if (Files.isDirectory(path)) {
                return refused(path, "is a folder");
            }
            Path real = path.toRealPath(); // says what is wrong with a symbolic link that leads nowhere
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
        if (e instanceof AccessDeniedException) {
            return "no permission";
        }
        if (e instanceof NoSuchFileException) {
            return "it is a symbolic link to nothing";
        }
        return e instanceof FileSystemLoopException
                        || String.valueOf(e.getMessage()).contains("symbolic links")
                ? "its symbolic links go in a circle"
                : e.toString();
    }

    /** Whether it could be a cartridge. */
    public boolean readable() {
        return problem == null;
    }

    /** The game whose cartridge it is, bit for bit. */
    public Optional<KnownGame> recognised() {
        return readable() ? KnownGame.ofMd5(md5) : Optional.empty();
    }

    /** The game that the file's name stands for, as ALE reads names: {@code Pong.bin} is Pong's. */
    public Optional<KnownGame> named() {
        String file =
                path.getFileName() == null ? "" : path.getFileName().toString().toLowerCase(Locale.ROOT);
        int dot = file.lastIndexOf('.');
        return KnownGame.ofName(dot < 0 ? file : file.substring(0, dot));
    }

    /** Whether it can only be {@code game} by its name: another dump or another version of it. */
    public boolean isVersionOf(KnownGame game) {
        return readable() && recognised().isEmpty() && named().equals(Optional.of(game)) && !md5.equals(Homebrew.MD5);
    }
}
