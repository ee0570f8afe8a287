/**
 * An environment seen from outside of its run: who looks asks a {@link io.htsrl.core.render.FrameSource}, and gets a {@link
 * io.htsrl.core.render.RgbFrame} a little later.
 */
package io.htsrl.core.render;
