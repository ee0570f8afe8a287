package io.htsrl.cluster.lanes;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.storage.StorageBank;

/** The bank that the learner learns from, as lanes get it: in bytes once somebody needs them. The learner's thread. */
final class LearnerRows {
    private long number = -1;
    private StorageBank bank; // null before the first
    private byte[] bytes;

    /** Another bank, whose observations stay as they are until the next call. */
    void are(StorageBank newBank) {
        number++;
        bank = newBank;
        bytes = null;
    }

    long number() {
        return number;
    }

    /** Whether all rows of a batch lie there. */
    boolean have(ObservationBatch batch) {
        return bank != null && batch.floats() == bank.floatObservations() && batch.bytes() == bank.byteObservations();
    }

    byte[] bytes() {
        if (bytes == null) {
            bytes = LaneCodec.encode(new LaneOrder.Rows(number, bank.floatObservations(), bank.byteObservations()));
        }
        return bytes;
    }
}
