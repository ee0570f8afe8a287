/** Files of recorded steps: {@code hts record} writes them, {@code --from} reads them. jHDF is used here alone. */
package io.htsrl.recordings;
