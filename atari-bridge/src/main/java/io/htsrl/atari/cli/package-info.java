/** {@code hts roms}, which the program finds through {@link java.util.ServiceLoader}. */
package io.htsrl.atari.cli;
