/** Environments whose steps begin and complete apart: the whole pipeline over a fake of another process. */
package io.htsrl.determinism.remote;
