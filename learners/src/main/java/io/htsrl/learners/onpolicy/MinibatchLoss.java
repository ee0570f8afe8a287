package io.htsrl.learners.onpolicy;

import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/**
 * A loss over the rows of a minibatch in which the gradient of a row depends on its own output row alone: a network may
 * compute different rows on different lanes at the same time. Rows that were lost have no part in it. All other calls
 * are of the learner's thread.
 */
public abstract class MinibatchLoss {
    private final int outputWidth;
    private final double[][] terms;
    private StorageBank bank;
    private int[] order;
    private int from;
    private int rows;
    private int learnt;

    /**
     * @param terms number of terms whose sums over the rows the loss asks for
     * @param maxRows greatest number of rows of a minibatch
     */
    protected MinibatchLoss(int outputWidth, int terms, int maxRows) {
        this.outputWidth = outputWidth;
        this.terms = new double[terms][maxRows];
    }

    /** Begins the minibatch of the bank's rows {@code order[from ..]}; by default does nothing. */
    protected void begin(int[] order, int from) {}

    /**
     * Writes the gradient of output row {@code i}, which starts at {@code at}, and all terms of the row.
     *
     * @param row row of the bank
     */
    protected abstract void compute(int i, int row, float[] outputs, float[] gradient, int at, int lane);

    /** Ends the minibatch; throws if the loss is not finite. */
    protected abstract void end(long update);

    /** Returns the bank of the minibatch; any lane. */
    protected final StorageBank bank() {
        return bank;
    }

    /** Returns the number of rows of the minibatch that were not lost, at least 1; any lane. */
    protected final int learnt() {
        return learnt;
    }

    /** Sets a term of row {@code i}; any lane. */
    protected final void set(int term, int i, double value) {
        terms[term][i] = value;
    }

    /** Returns a term's sum over the rows of the minibatch, in their order. */
    protected final double sum(int term) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += terms[term][i];
        }
        return sum;
    }

    /** Begins the minibatch of rows {@code order[from .. from + rows)} of a bank. */
    public final void start(StorageBank newBank, int[] newOrder, int newFrom, int newRows) {
        bank = newBank;
        order = newOrder;
        from = newFrom;
        rows = newRows;
        int kept = 0;
        for (int i = 0; i < rows; i++) {
            kept += bank.lost(order[from + i]) ? 0 : 1;
        }
        learnt = Math.max(1, kept);
        begin(order, from);
    }

    /** Writes the gradient of output rows {@code [rows][outputWidth]} from {@code first}; lanes at the same time. */
    public final void compute(float[] outputs, float[] gradient, int first, int count, int lane) {
        for (int i = first; i < first + count; i++) {
            int at = i * outputWidth;
            if (bank.lost(order[from + i])) {
                Arrays.fill(gradient, at, at + outputWidth, 0);
                for (double[] term : terms) {
                    term[i] = 0;
                }
            } else {
                compute(i, order[from + i], outputs, gradient, at, lane);
            }
        }
    }
}
