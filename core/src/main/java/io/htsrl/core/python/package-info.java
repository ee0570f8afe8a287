/**
 * Which Python is meant, for all that look for one: whoever runs environments in it, or takes games out of its packages.
 * Starts none.
 */
package io.htsrl.core.python;
