package io.htsrl.monitor.tensorboard;

import com.google.protobuf.ByteString;
import io.htsrl.monitor.protobuf.Message;

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
}
