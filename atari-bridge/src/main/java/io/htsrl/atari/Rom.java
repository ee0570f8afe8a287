package io.htsrl.atari;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * Contents of a cartridge, and the game whose rules ALE applies to it. Immutable, any thread.
 *
 * @param game ALE's name of the game, such as {@code space_invaders}
 * @param bytes the cartridge; not to be changed
 * @param md5 MD5 of the bytes, which ALE uses as names of cartridges: 32 hexadecimal digits
 * @param origin place where it was found, for the user; empty where that says nothing
 */
public record Rom(String game, byte[] bytes, String md5, String origin) {
    /** Possible sizes of an Atari 2600 cartridge; any other size makes ALE end the process. */
    public static final Set<Integer> SIZES = Set.of(2048, 4096, 8192, 16384, 32768, 65536, 131072);

    /** @throws IllegalArgumentException when no cartridge has that many bytes */
    public Rom {
        if (!SIZES.contains(bytes.length)) {
            throw new IllegalArgumentException(
                    "a ROM of " + bytes.length + " bytes; a cartridge has 2, 4, 8, 16, 32, " + "64 or 128 KiB");
        }
    }

    /** Creates a cartridge without an origin. */
    public Rom(String game, byte[] bytes, String md5) {
        this(game, bytes, md5, "");
    }

    /** Creates a cartridge to be played as {@code game}. */
    public static Rom of(String game, byte[] bytes) {
        return new Rom(game, bytes, md5(bytes));
    }

    /** Returns the MD5 of {@code bytes}: 32 hexadecimal digits. */
    public static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has MD5", e);
        }
    }
}
