package io.htsrl.monitor.live;

import io.htsrl.core.settings.ValueType;
import io.htsrl.monitor.live.server.Address;
import java.util.List;
import java.util.Optional;

/** The port of a live page: empty for no page, 0 for any free port. Stateless, any thread. */
public final class LivePortType implements ValueType {
    private static final String ALONE = "true";
    private static final String NONE = "none";

    @Override
    public Object read(String text) {
        if (text.equals(NONE)) {
            return Optional.empty();
        }
        int port = text.equals(ALONE) ? 0 : Integer.parseInt(text);
        return Address.isPort(port) ? Optional.of(port) : null;
    }

    @Override
    public List<String> texts(Object value) {
        Object port = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return List.of(port == null ? NONE : port.equals(0) ? ALONE : port.toString());
    }

    @Override
    public String rule() {
        return "must be none, true for any free port, or a port in [0, " + Address.HIGHEST_PORT + "]";
    }

    @Override
    public String remedy() {
        return "give the flag alone, or 8080, for example";
    }

    @Override
    public String label() {
        return "PORT";
    }

    @Override
    public Form form() {
        return Form.OPTIONAL_VALUE;
    }
}
