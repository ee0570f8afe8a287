/**
 * Images of convolutions: {@link io.htsrl.policies.image.Image} lays out pixels,
 * {@link io.htsrl.policies.image.FrameReader} fills the first one from observations,
 * {@link io.htsrl.policies.image.WindowOrder} defines a convolution's windows and the order in which their floats are
 * summed, {@link io.htsrl.policies.image.InputOrder} the order of a dense layer's inputs; both pack weights in this
 * order. Acting and learning share them, and so compute the same bits.
 */
package io.htsrl.policies.image;
