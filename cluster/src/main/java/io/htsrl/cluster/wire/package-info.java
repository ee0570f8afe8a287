/**
 * The messages between learner and nodes, their bytes, and how large ones travel. {@link io.htsrl.cluster.wire.Message}s are
 * small, or pieces of a {@link io.htsrl.cluster.wire.Parcel}: a window of pieces is under way, a lost piece is sent again,
 * one that comes twice is stored once, and parcels come in the order in which they were sent. Parameters reach many nodes
 * from each other ({@link io.htsrl.cluster.wire.Relay}); each node compares their digest with the learner's before it acts with them.
 * Nothing is read but numbers, texts and arrays of known kinds. No network here.
 */
package io.htsrl.cluster.wire;
