/**
 * The choice of a Python executable, for all code that runs environments in it or finds games in its packages. Starts
 * no process.
 */
package io.htsrl.core.python;
