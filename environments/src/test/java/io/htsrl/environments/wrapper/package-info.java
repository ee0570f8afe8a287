/** Tests of wrappers. */
package io.htsrl.environments.wrapper;
