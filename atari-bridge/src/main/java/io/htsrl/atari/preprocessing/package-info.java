/**
 * What is done to a game's screens before an agent sees them, and how that is configured: palette indices in, a small
 * picture of {@code uint8} out. Knows no emulator.
 */
package io.htsrl.atari.preprocessing;
