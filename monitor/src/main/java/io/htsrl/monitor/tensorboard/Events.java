package io.htsrl.monitor.tensorboard;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.htsrl.monitor.protobuf.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Encodes TensorBoard's events, with the fields of event.proto, summary.proto and tensor.proto of TensorFlow.
 * Stateless, any thread.
 */
final class Events {
    static final int WALL_TIME = 1;
    static final int STEP = 2;
    static final int SUMMARY = 5;
    /** Field number of a value in a summary. */
    static final int VALUE = 1;
    /** Field number of the tag in a value. */
    static final int TAG = 1;

    static final int SIMPLE_VALUE = 2;

    private static final int FILE_VERSION = 3;
    private static final int SESSION_LOG = 7;
    private static final int IMAGE = 4;
    private static final int HISTOGRAM = 5;
    private static final int TENSOR = 8;
    private static final int METADATA = 9;
    private static final String VERSION = "brain.Event:2";
    private static final int DT_FLOAT = 1;
    private static final int DT_STRING = 7;
    private static final int START = 1;

    private Events() {}

    private static Message event(double wallTime, long step) {
        return new Message().real(WALL_TIME, wallTime).integer(STEP, step);
    }

    private static byte[] summary(double wallTime, long step, Message value) {
        return event(wallTime, step)
                .message(SUMMARY, new Message().message(VALUE, value))
                .toBytes()
                .toByteArray();
    }

    /** Encodes the first event of a file. */
    static byte[] version(double wallTime) {
        return event(wallTime, 0).text(FILE_VERSION, VERSION).toBytes().toByteArray();
    }

    /** Encodes a restart at {@code step}, which voids data of earlier files from that step on. */
    static byte[] restart(double wallTime, long step) {
        return event(wallTime, step)
                .message(SESSION_LOG, new Message().integer(1, START))
                .toBytes()
                .toByteArray();
    }

    /** Encodes Markdown, as PyTorch's {@code add_text} writes it. */
    static byte[] text(double wallTime, long step, String tag, String markdown) {
        Message tensor = new Message()
                .integer(1, DT_STRING)
                .message(2, new Message().message(2, new Message().integer(1, 1))) // a vector of one element
                .bytes(8, ByteString.copyFromUtf8(markdown));
        return summary(
                wallTime,
                step,
                new Message()
                        .text(TAG, tag + "/text_summary")
                        .message(TENSOR, tensor)
                        .message(METADATA, plugin("text", new Message())));
    }

    /** Encodes an event of the hyper-parameter plugin, which reads only metadata. */
    static byte[] hyperParameters(double wallTime, String tag, Message content) {
        Message nothing =
                new Message().integer(1, DT_FLOAT).message(2, new Message().message(2, new Message().integer(1, 0)));
        return summary(
                wallTime,
                0,
                new Message().text(TAG, tag).message(TENSOR, nothing).message(METADATA, plugin("hparams", content)));
    }

    static byte[] histogram(double wallTime, long step, String tag, Histogram histogram) {
        return summary(wallTime, step, new Message().text(TAG, tag).message(HISTOGRAM, histogram.message()));
    }

    static byte[] image(double wallTime, long step, String tag, FilmImage image) {
        return summary(wallTime, step, new Message().text(TAG, tag).message(IMAGE, image.message()));
    }

    private static Message plugin(String name, Message content) {
        return new Message().message(1, new Message().text(1, name).bytes(2, content.toBytes()));
    }

    /**
     * A run's settings in TensorBoard: as a table of text, and for the hyper-parameter plugin. Stateless, any thread.
     */
    static final class HyperParameters {
        static final String TAG = "hyperparameters";
        static final String START = "_hparams_/session_start_info";
        static final String END = "_hparams_/session_end_info";

        private static final int SUCCESS = 1;
        private static final int FAILURE = 2;

        private HyperParameters() {}

        /** Returns a table in CleanRL's format. */
        static String table(Map<String, String> settings) {
            StringBuilder table = new StringBuilder("|param|value|\n|-|-|\n");
            settings.forEach((key, value) -> table.append('|')
                    .append(key)
                    .append('|')
                    .append(value.replace("|", "\\|"))
                    .append("|\n"));
            return table.toString();
        }

        /** Returns the event content that begins a session of the plugin. */
        static Message start(Map<String, String> settings, double wallTime) {
            Message session = new Message();
            settings.forEach((key, value) ->
                    session.message(1, new Message().text(1, key).message(2, value(value))));
            return content(3, session.real(5, wallTime));
        }

        /** Returns the event content that ends it. */
        static Message end(boolean well, double wallTime) {
            return content(4, new Message().integer(1, well ? SUCCESS : FAILURE).real(2, wallTime));
        }

        private static Message content(int field, Message session) {
            return new Message().integer(1, 0).message(field, session);
        }

        /** Returns a value of google.protobuf: a number, a boolean or a text. */
        private static Message value(String text) {
            if (text.equals("true") || text.equals("false")) {
                return new Message().bool(4, Boolean.parseBoolean(text));
            }
            if (text.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
                try {
                    return new Message().real(2, Double.parseDouble(text));
                } catch (NumberFormatException e) {
                    // for example, a version: a text
                }
            }
            return new Message().text(3, text);
        }
    }

    /**
     * Encodes events of several scalars into a reused buffer: an episode's event takes a tenth of a microsecond, since
     * there may be many. NaNs and infinities are omitted. One thread.
     */
    static final class ScalarEvent {
        private static final int HEAD = 64;
        private static final int OF_A_VALUE = 32; // bytes of a value beside its tag

        private final Map<String, byte[]> tags = new HashMap<>();
        private byte[] values = new byte[1024];
        private byte[] event = new byte[1024];
        private int used;

        /** Removes all values. */
        ScalarEvent begin() {
            used = 0;
            return this;
        }

        ScalarEvent add(String tag, double value) throws IOException {
            float single = (float) value;
            if (!Float.isFinite(single)) {
                return this;
            }
            byte[] name = tags.computeIfAbsent(tag, text -> text.getBytes(StandardCharsets.UTF_8));
            if (used + name.length + OF_A_VALUE > values.length) {
                values = Arrays.copyOf(values, 2 * values.length + name.length + OF_A_VALUE);
            }
            int size = CodedOutputStream.computeByteArraySize(Events.TAG, name)
                    + CodedOutputStream.computeFloatSize(Events.SIMPLE_VALUE, single);
            CodedOutputStream out = CodedOutputStream.newInstance(values, used, values.length - used);
            out.writeTag(Events.VALUE, 2);
            out.writeUInt32NoTag(size);
            out.writeByteArray(Events.TAG, name);
            out.writeFloat(Events.SIMPLE_VALUE, single);
            used = out.getTotalBytesWritten() + used;
            return this;
        }

        boolean isEmpty() {
            return used == 0;
        }

        /** Adds the event to {@code file}, unless it has no value. */
        void write(EventFile file, double wallTime, long step) throws IOException {
            if (isEmpty()) {
                return;
            }
            if (event.length < used + HEAD) {
                event = new byte[2 * used + HEAD];
            }
            CodedOutputStream out = CodedOutputStream.newInstance(event);
            out.writeDouble(Events.WALL_TIME, wallTime);
            out.writeInt64(Events.STEP, step);
            out.writeByteArray(Events.SUMMARY, values, 0, used);
            file.add(event, out.getTotalBytesWritten());
        }
    }
}
