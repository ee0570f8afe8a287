/** Tests of MinAtar's games. */
package io.htsrl.environments.minatar;
