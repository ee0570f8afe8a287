/**
 * Batches that grow while a run goes on ({@code --adapt-batch}): what is wanted of them, and who says how large they are
 * next. Their size decides what is learnt, so such a run promises no bits.
 */
package io.htsrl.learners.batches;
