/**
 * Parcels of any size in pieces of at most 256 KiB, a window of which is under way: whoever receives sets the pace, what
 * is lost is sent again, what comes twice is written once, and parcels come in the order in which they were sent. No
 * network here: {@link io.htsrl.cluster.pieces.PieceSender} says what to send,
 * {@link io.htsrl.cluster.pieces.PieceReceiver} takes what has come.
 */
package io.htsrl.cluster.pieces;
