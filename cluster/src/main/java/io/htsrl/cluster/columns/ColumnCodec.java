package io.htsrl.cluster.columns;

import io.htsrl.executors.ReplicaDelta;
import io.htsrl.storage.BankDifference;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Columns of a bank, and what rollouts begin with, as bytes and back. A column travels as a bank of one column does in a
 * checkpoint: with the names of its fields. One thread per instance.
 */
public final class ColumnCodec {
    private final StorageBank one;

    /** @param shape of the banks whose columns these are */
    public ColumnCodec(BankShape shape) {
        one = new StorageBank(shape.withEnvironments(1));
    }

    /** A column of {@code bank}, which may be of other columns. */
    public byte[] column(StorageBank bank, int column) {
        one.copyColumn(bank, column, 0);
        return bytes(one::save);
    }

    /**
     * Reads what {@link #column} gave, to be stored or compared.
     *
     * @throws IOException when it is no column of such a bank, or another environment's
     */
    public void load(byte[] column, int environment) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(column));
        one.restore(in);
        if (in.available() > 0) {
            throw new IOException(in.available() + " bytes follow its last field");
        }
        if (one.environment(0) != environment) {
            throw new IOException("it is the column of environment " + one.environment(0));
        }
    }

    /** Writes the column that was loaded into {@code bank}. */
    public void store(StorageBank bank, int environment) {
        bank.copyColumn(one, 0, environment);
    }

    /** The first value in which a column of {@code bank} is not the one that was loaded; empty where they are equal. */
    public Optional<BankDifference> difference(StorageBank bank, int environment) {
        StorageBank other = new StorageBank(one.shape());
        other.copyColumn(bank, environment, 0);
        return other.firstDifference(one);
    }

    /**
     * What a rollout begins with.
     *
     * @param state  of the replica
     * @param filled the bank that it filled last
     */
    public static byte[] start(byte[] state, StorageBank filled, int environment) {
        return bytes(out -> {
            out.writeInt(state.length);
            out.write(state);
            filled.saveLast(environment, out);
        });
    }

    /** What writes bytes. */
    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] bytes(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an environment's own: memory has no such faults
        }
        return bytes.toByteArray();
    }

    /**
     * A full column. Immutable; arrays are not changed after it was made.
     *
     * @param column what the bank gets, by {@link ColumnCodec#column}
     * @param end    the replica's state behind its last step, by what is new since its interval began
     */
    public record ColumnResult(long interval, int attempt, int environment, byte[] column, ReplicaDelta end) {}
}
