package io.htsrl.determinism.verify;

import io.htsrl.determinism.verify.RecordedInterval.Extents;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** How a {@link RecordedInterval} lies in a file; read back bit by bit, NaN payloads too. Stateless, any thread. */
final class RecordingFile {

    private RecordingFile() {
    }

    static void write(RecordedInterval interval, DataOutputStream out) throws IOException {
        out.writeLong(interval.interval());
        Extents shape = interval.shape();
        out.writeBoolean(shape != null);
        if (shape != null) {
            for (int extent : new int[] {
                shape.steps(), shape.environments(), shape.observation(), shape.frameStack(), shape.action(),
                shape.output()}) {
                out.writeInt(extent);
            }
        }
        floats(interval.observations(), out);
        bytes(interval.depths(), out);
        floats(interval.actions(), out);
        floats(interval.rewards(), out);
        floats(interval.scores(), out);
        bytes(interval.endings(), out);
        floats(interval.outputs(), out);
        finals(interval.finals(), out);
        floats(interval.parameters(), out);
        out.writeLong(interval.learner()[0]);
        out.writeLong(interval.learner()[1]);
    }

    private static void finals(float[][][] finals, DataOutputStream out) throws IOException {
        out.writeInt(finals.length);
        for (float[][] ofEnvironment : finals) {
            out.writeInt(ofEnvironment.length);
            for (float[] row : ofEnvironment) {
                floats(row, out);
            }
        }
    }

    private static void bytes(byte[] values, DataOutputStream out) throws IOException {
        out.writeInt(values.length);
        out.write(values);
    }

    private static void floats(float[] values, DataOutputStream out) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES));
        bytes.asFloatBuffer().put(values);
        out.writeInt(values.length);
        out.write(bytes.array());
    }

    /** The next interval; null at the end of the file. */
    static RecordedInterval read(DataInputStream in) throws IOException {
        if (in.available() == 0) {
            return null;
        }
        long interval = in.readLong();
        Extents shape = in.readBoolean() ? new Extents(
                in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt()) : null;
        float[] observations = floats(in);
        byte[] depths = in.readNBytes(in.readInt());
        float[] actions = floats(in);
        float[] rewards = floats(in);
        float[] scores = floats(in);
        byte[] endings = in.readNBytes(in.readInt());
        float[] outputs = floats(in);
        float[][][] finals = finals(in);
        float[] parameters = floats(in);
        return new RecordedInterval(interval, shape, observations, depths, actions, rewards, scores, endings, outputs,
                finals, parameters, new long[] {in.readLong(), in.readLong()});
    }

    private static float[][][] finals(DataInputStream in) throws IOException {
        float[][][] finals = new float[in.readInt()][][];
        for (int environment = 0; environment < finals.length; environment++) {
            finals[environment] = new float[in.readInt()][];
            for (int index = 0; index < finals[environment].length; index++) {
                finals[environment][index] = floats(in);
            }
        }
        return finals;
    }

    private static float[] floats(DataInputStream in) throws IOException {
        float[] values = new float[in.readInt()];
        byte[] bytes = new byte[Math.multiplyExact(values.length, Float.BYTES)];
        in.readFully(bytes);
        ByteBuffer.wrap(bytes).asFloatBuffer().get(values);
        return values;
    }
}
