/**
 * Preprocessing of a game's screens for an agent, and its options: palette indices in, a small picture of {@code uint8}
 * out. This package uses no emulator.
 */
package io.htsrl.atari.preprocessing;
