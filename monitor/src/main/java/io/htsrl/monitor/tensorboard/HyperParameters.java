package io.htsrl.monitor.tensorboard;

import io.htsrl.monitor.protobuf.Message;
import java.util.Map;

/** A run's settings in TensorBoard: as a table of text, and for the hyper-parameter plugin. Stateless, any thread. */
final class HyperParameters {
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
        settings.forEach(
                (key, value) -> session.message(1, new Message().text(1, key).message(2, value(value))));
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
