package io.htsrl.monitor.live.server;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A browser that says exactly what it is told to. One thread. */
public final class RawClient implements Closeable {
    private final Socket socket;
    private final BufferedReader in;

    public RawClient(String url) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort());
        socket.setSoTimeout(30_000);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends lines as they are, and an empty one. */
    public RawClient send(String... lines) throws IOException {
        String text = String.join("\r\n", lines) + "\r\n\r\n";
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends a piece of a request. */
    RawClient part(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** A GET with the right host. */
    public RawClient get(String path, String... headers) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("GET " + path + " HTTP/1.1", "Host: 127.0.0.1:" + socket.getPort()));
        lines.addAll(List.of(headers));
        return send(lines.toArray(String[]::new));
    }

    /** The status and the headers of the answer: names in small letters, the status under the empty name. */
    public Map<String, String> head() throws IOException {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("", in.readLine().split(" ")[1]);
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            int colon = line.indexOf(':');
            head.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return head;
    }

    /** The status alone. */
    public int status() throws IOException {
        return Integer.parseInt(head().get(""));
    }

    /** The next line that begins so; what comes before it is passed over. Null at the end. */
    public String line(String beginning) throws IOException {
        String line = in.readLine();
        while (line != null && !line.startsWith(beginning)) {
            line = in.readLine();
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
