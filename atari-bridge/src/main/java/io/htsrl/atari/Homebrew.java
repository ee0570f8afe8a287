package io.htsrl.atari;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The game that comes with this module: two paddles and a ball, written for this project (its source
 * {@code homebrew-paddle.asm} is beside the binary). It keeps its score at the address that ALE reads for Pong, so ALE
 * plays it by those settings: the agent is on the right, a point is a reward of 1 or -1, and the first to reach 21
 * wins. It is not Atari's Pong. Stateless, any thread.
 */
public final class Homebrew {
    public static final String ID = "ALE/HomebrewPaddle-v0";

    /** Name of the game whose rules apply. */
    static final String GAME = "pong";

    static final String MD5 = "70643c5d5964b22327ebe8711ecd57c4";
    private static final String RESOURCE = "homebrew-paddle.bin";

    private Homebrew() {}

    /** Returns the cartridge after a check of its bytes. */
    public static Rom rom() {
        try (InputStream in = Homebrew.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the jar of atari-bridge");
            }
            Rom rom = Rom.of(GAME, in.readAllBytes());
            if (!rom.md5().equals(MD5)) {
                throw new IllegalStateException(RESOURCE + " has md5 " + rom.md5() + ", not " + MD5);
            }
            return rom;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
