package io.htsrl.cluster.columns;

/** Hears of columns as soon as they are full. Called by several threads at once. */
@FunctionalInterface
public interface ColumnSink {
    void full(ColumnResult result);
}
