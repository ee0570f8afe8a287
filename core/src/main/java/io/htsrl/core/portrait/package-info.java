/**
 * An environment seen from outside of its run: who looks asks a {@link io.htsrl.core.portrait.Portrait}, and gets a {@link
 * io.htsrl.core.portrait.Picture} a little later.
 */
package io.htsrl.core.portrait;
