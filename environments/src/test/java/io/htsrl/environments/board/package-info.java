/** Tests of board games. */
package io.htsrl.environments.board;
