/**
 * Pictures of an environment for an observer outside of its run: a {@link io.htsrl.core.render.FrameSource} takes a
 * request and provides a {@link io.htsrl.core.render.RgbFrame} a little later.
 */
package io.htsrl.core.render;
