/**
 * Board games of several agents: {@link io.htsrl.environments.board.ConnectFour}.
 * {@link io.htsrl.environments.BuiltInProvider} creates them by name.
 */
package io.htsrl.environments.board;
