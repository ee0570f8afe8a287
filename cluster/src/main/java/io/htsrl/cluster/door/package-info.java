/**
 * Who is let in: both sides prove that they know one {@link io.htsrl.cluster.door.Secret}, and that they would compute the
 * same bits ({@link io.htsrl.cluster.door.Identity}).
 */
package io.htsrl.cluster.door;
