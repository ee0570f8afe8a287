package io.htsrl.atari;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * What was on a cartridge, and the game whose rules ALE is to apply to it. Immutable, any thread.
 *
 * @param game   ALE's name of the game, such as {@code space_invaders}
 * @param bytes  the cartridge; not to be changed
 * @param md5    of the bytes, as ALE names cartridges: 32 hexadecimal digits
 * @param origin where it was found, for people; empty where that says nothing
 */
public record Rom(String game, byte[] bytes, String md5, String origin) {
    /** The sizes that an Atari 2600 cartridge can have; anything else makes ALE end the process. */
    public static final Set<Integer> SIZES = Set.of(2048, 4096, 8192, 16384, 32768, 65536, 131072);

    /** @throws IllegalArgumentException when no cartridge has that many bytes */
    public Rom {
        if (!SIZES.contains(bytes.length)) {
            throw new IllegalArgumentException(
                    "a ROM of " + bytes.length + " bytes; a cartridge has 2, 4, 8, 16, 32, " + "64 or 128 KiB");
        }
    }

    /** A cartridge from nowhere in particular. */
    public Rom(String game, byte[] bytes, String md5) {
        this(game, bytes, md5, "");
    }

    /** A cartridge to be played as {@code game}. */
    public static Rom of(String game, byte[] bytes) {
        return new Rom(game, bytes, md5(bytes));
    }

    /** The MD5 of {@code bytes}: 32 hexadecimal digits. */
    public static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has MD5", e);
        }
    }
}
