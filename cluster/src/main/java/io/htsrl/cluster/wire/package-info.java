/**
 * Messages between learner and nodes, and their encoding. {@link io.htsrl.cluster.wire.Message}s are small, or pieces
 * of a {@link io.htsrl.cluster.wire.Parcel}. A window of pieces is in transit, a lost piece is sent again, a repeated
 * one is stored once, and parcels arrive in the order in which they were sent. Many nodes receive parameters from each
 * other ({@link io.htsrl.cluster.wire.Relay}), and each compares their digest with the learner's before it uses them.
 * Decoding creates only numbers, texts and arrays of known kinds. This package uses no network.
 */
package io.htsrl.cluster.wire;
