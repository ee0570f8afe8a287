/**
 * Images as convolutions read and write them: {@link io.htsrl.policies.image.Image} lays out pixels,
 * {@link io.htsrl.policies.image.FrameReader} fills the first one from observations,
 * {@link io.htsrl.policies.image.WindowOrder} says where a convolution's windows lie and in which order their floats are
 * summed, {@link io.htsrl.policies.image.InputOrder} the same of a dense layer behind; both pack weights so. Acting and learning share them, and so compute the same bits.
 */
package io.htsrl.policies.image;
