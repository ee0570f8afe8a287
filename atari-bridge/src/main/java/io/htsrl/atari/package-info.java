/**
 * Games of the Atari 2600, played by the Arcade Learning Environment (ALE, GPL-2.0) through JavaCPP. An optional
 * module: nothing depends on it, it is found through {@link java.util.ServiceLoader}.
 */
package io.htsrl.atari;
