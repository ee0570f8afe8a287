package io.htsrl.cluster.table;

import io.htsrl.storage.StorageBank;
import java.util.concurrent.CompletableFuture;

/**
 * A bank that is to be filled.
 *
 * @param filled the bank of the interval before
 * @param done   completed when the bank is full, exceptionally when it cannot be
 */
public record Fill(
        long interval, float[] parameters, StorageBank bank, StorageBank filled, CompletableFuture<Void> done) {

    public long version() {
        return bank.collectedUnder();
    }
}
