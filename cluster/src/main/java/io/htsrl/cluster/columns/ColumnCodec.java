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
 * Encodes and decodes columns of a bank and the start states of rollouts. A column has the format of a one-column bank
 * in a checkpoint, with the names of its fields. One thread per instance.
 */
public final class ColumnCodec {
    private final StorageBank one;

    /** @param shape shape of the banks that hold the columns */
    public ColumnCodec(BankShape shape) {
        one = new StorageBank(shape.withEnvironments(1));
    }

    /** Encodes a column of {@code bank}, which may hold other columns too. */
    public byte[] column(StorageBank bank, int column) {
        one.copyColumn(bank, column, 0);
        return bytes(one::save);
    }

    /**
     * Decodes the result of {@link #column}, to be stored or compared.
     *
     * @throws IOException when it is not a column of such a bank, or belongs to another environment
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

    /** Writes the loaded column into {@code bank}. */
    public void store(StorageBank bank, int environment) {
        bank.copyColumn(one, 0, environment);
    }

    /**
     * Returns the first value in which a column of {@code bank} differs from the loaded one; empty where they are
     * equal.
     */
    public Optional<BankDifference> difference(StorageBank bank, int environment) {
        StorageBank other = new StorageBank(one.shape());
        other.copyColumn(bank, environment, 0);
        return other.firstDifference(one);
    }

    /**
     * Encodes the start of a rollout.
     *
     * @param state state of the replica
     * @param filled the bank that the replica filled last
     */
    public static byte[] start(byte[] state, StorageBank filled, int environment) {
        return bytes(out -> {
            out.writeInt(state.length);
            out.write(state);
            filled.saveLast(environment, out);
        });
    }

    /** A function that writes bytes. */
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] bytes(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an environment's fault: memory does not throw this
        }
        return bytes.toByteArray();
    }

    /**
     * A full column. Immutable; arrays are not changed after it was made.
     *
     * @param column contents for the bank, encoded by {@link ColumnCodec#column}
     * @param end changes of the replica's state from the beginning of its interval to its last step
     */
    public record ColumnResult(long interval, int attempt, int environment, byte[] column, ReplicaDelta end) {}
}
