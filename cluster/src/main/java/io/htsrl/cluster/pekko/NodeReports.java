package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.pieces.Allowance;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.ParcelCodec;
import java.util.function.Consumer;

/**
 * What a node's units report, as parcels for its learner. Any thread; it waits while too much waits to be sent.
 *
 * @param out     sends a parcel's bytes
 * @param waiting bytes that have not arrived
 */
record NodeReports(Consumer<byte[]> out, Allowance waiting) implements UnitThread.Reports {
    @Override
    public void full(ColumnResult result) {
        send(new Parcel.Full(result));
    }

    @Override
    public void missing(ColumnUnit unit) {
        send(new Parcel.Missing(unit.interval(), unit.attempt()));
    }

    @Override
    public void failed(ColumnUnit unit, String message) {
        send(new Parcel.Failed(unit.interval(), unit.attempt(), message));
    }

    private void send(Parcel parcel) {
        byte[] bytes = ParcelCodec.encode(parcel);
        waiting.take(bytes.length);
        out.accept(bytes);
    }
}
