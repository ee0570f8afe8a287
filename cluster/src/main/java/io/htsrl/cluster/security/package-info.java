/**
 * Admission of nodes. Both sides prove that they know one {@link io.htsrl.cluster.security.Secret}, and that they would
 * compute the same bits ({@link io.htsrl.cluster.security.Identity}).
 */
package io.htsrl.cluster.security;
