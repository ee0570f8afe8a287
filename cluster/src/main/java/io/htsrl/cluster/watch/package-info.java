/**
 * Quick news of nodes that have ended: a connection to where they listen is held, and the system closes it with the
 * process. What is not seen here, such as a cable that was pulled, is seen by the lease of the table.
 */
package io.htsrl.cluster.watch;
