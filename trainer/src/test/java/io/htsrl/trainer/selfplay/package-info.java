/** Tests of self-play. */
package io.htsrl.trainer.selfplay;
