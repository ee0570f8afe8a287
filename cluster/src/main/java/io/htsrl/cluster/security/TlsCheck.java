package io.htsrl.cluster.security;

import io.htsrl.core.error.ShownText;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * Finds out why TLS with a learner fails, since Pekko does not report it. It runs a handshake and closes the
 * connection. Every fault follows from the learner's bytes; a learner that has not answered yet is reported as such.
 * Stateless, any thread.
 */
public final class TlsCheck {
    private static final int FIRST_KIND = 20; // kinds of TLS records: change of ciphers, alert, handshake, data
    private static final int LAST_KIND = 23;
    private static final int MAJOR = 3; // major version in the records of every version
    /**
     * A fault of the connection.
     *
     * @param text message for the user, with the remedy
     * @param certain whether the fault is permanent; else the learner may only be slow
     */
    public record Fault(String text, boolean certain) {}

    private TlsCheck() {}

    /**
     * Returns the fault of TLS with a learner; empty where none exists, or where no process is reached.
     *
     * @param patience time limit for each answer
     */
    public static Optional<Fault> fault(HostPort learner, Optional<Tls> tls, Duration patience) {
        int millis = (int) patience.toMillis();
        try (Socket socket = connected(learner, millis)) {
            return tls.isPresent() ? withTls(learner, tls.get(), socket) : withoutTls(learner, socket);
        } catch (IOException e) {
            return Optional.empty(); // not reached, which other checks report
        }
    }

    private static Socket connected(HostPort learner, int millis) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(learner.host(), learner.port()), millis);
        socket.setSoTimeout(millis);
        return socket;
    }

    private static Optional<Fault> withTls(HostPort learner, Tls tls, Socket socket) throws IOException {
        SSLEngine engine = tls.engine(tls.context(line -> {}), learner.host(), learner.port(), true);
        try {
            return switch (answer(socket, engine, false)) {
                case DONE -> Optional.empty();
                case OTHER -> certain(noTls(learner, tls));
                case CLOSED -> listens(learner, socket) ? certain(noTls(learner, tls)) : Optional.empty();
                case CLOSED_AFTER -> listens(learner, socket) ? certain(untrusted(learner, tls)) : Optional.empty();
                case NONE, TLS ->
                    Optional.of(new Fault(
                            "the learner at " + learner + " has not finished TLS's handshake within "
                                    + socket.getSoTimeout() / 1e3
                                    + " s: it is slow, or something on the way holds it back",
                            false));
            };
        } catch (SSLException e) {
            return certain(text(learner, tls, e));
        }
    }

    private static Optional<Fault> certain(String text) {
        return Optional.of(new Fault(text, true));
    }

    /** Returns whether the learner accepts another connection. An ending process accepts no new one. */
    private static boolean listens(HostPort learner, Socket closed) throws IOException {
        try (Socket again = connected(learner, closed.getSoTimeout())) {
            return again.isConnected();
        }
    }

    private static String text(HostPort learner, Tls tls, SSLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SecretCertificate.NoProofException) {
                return stranger(learner);
            }
            if (cause instanceof CertificateException refused) {
                return "the certificate of the learner at " + learner + " is refused: "
                        + Tls.LoggingTrustManager.why(refused);
            }
        }
        String message = ShownText.of(String.valueOf(e.getMessage()));
        return message.contains("alert")
                ? untrusted(learner, tls)
                : "TLS with the learner at " + learner + " fails: " + message;
    }

    /** Returns the message of a node about a learner that has not proven the secret. */
    public static String stranger(HostPort learner) {
        return "the learner at " + learner + " does not know the secret: give both sides the same --secret-file";
    }

    private static String untrusted(HostPort learner, Tls tls) {
        return tls.secret != null
                ? stranger(learner)
                : "the learner at " + learner
                        + " does not believe this machine's certificate: put it, or the certificate "
                        + "of who signed it, into the learner's --tls-truststore";
    }

    private static String noTls(HostPort learner, Tls tls) {
        return "the learner at " + learner + " speaks no TLS: give it "
                + (tls.secret != null ? "this --secret-file too" : "--tls-keystore and --tls-truststore")
                + ", or leave them out on both sides";
    }

    private static Optional<Fault> withoutTls(HostPort learner, Socket socket) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(true);
            return answer(socket, engine, true) == Answer.TLS
                    ? certain("the learner at " + learner
                            + " speaks TLS alone: give --secret-file, or --tls-keystore and "
                            + "--tls-truststore, here too")
                    : Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    /** State of the other side's answer. */
    private enum Answer {
        /** It sent nothing within the socket's time limit. */
        NONE,
        /** It closed the connection after the first message of TLS. */
        CLOSED,
        /** It sent bytes that are no TLS record. */
        OTHER,
        /** It sent a TLS record. The handshake has not ended. */
        TLS,
        /** It closed the connection after it had this side's certificate, which it did not accept. */
        CLOSED_AFTER,
        /** Both sides have accepted each other's certificates. */
        DONE
    }

    /**
     * Runs a client's handshake. It judges the other side by its bytes, not by its timing.
     *
     * @param socket connected, with a time limit for each read
     * @param first whether to stop at the first answer
     * @throws SSLException when one side refuses the other
     */
    private static Answer answer(Socket socket, SSLEngine engine, boolean first) throws SSLException {
        ByteBuffer come = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize());
        ByteBuffer plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        Answer answer = Answer.NONE;
        engine.beginHandshake();
        try {
            while (answer != Answer.OTHER && !(first && answer == Answer.TLS)) {
                HandshakeStatus status = engine.getHandshakeStatus();
                if (status == HandshakeStatus.NEED_TASK) {
                    engine.getDelegatedTask().run();
                } else if (status == HandshakeStatus.NEED_WRAP) {
                    engine.wrap(ByteBuffer.allocate(0), record.clear());
                    socket.getOutputStream().write(record.array(), 0, record.position());
                } else {
                    SSLEngineResult result = engine.unwrap(come.flip(), plain.clear());
                    come.compact();
                    if (result.getStatus() == Status.CLOSED) {
                        throw new EOFException();
                    } else if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
                        read(socket, come);
                        answer = answer == Answer.NONE && come.position() >= 2 ? kind(come) : answer;
                    } else if (status == HandshakeStatus.NOT_HANDSHAKING && result.bytesConsumed() > 0) {
                        return Answer.DONE; // a server that accepts this side's last message sends a session ticket
                    }
                }
            }
            return answer;
        } catch (SSLException e) {
            throw e;
        } catch (SocketTimeoutException e) {
            return answer;
        } catch (IOException e) {
            boolean over = engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
            return answer == Answer.NONE ? Answer.CLOSED : over ? Answer.CLOSED_AFTER : answer;
        }
    }

    private static void read(Socket socket, ByteBuffer come) throws IOException {
        int count = socket.getInputStream().read(come.array(), come.position(), come.remaining());
        if (count < 0) {
            throw new EOFException();
        }
        come.position(come.position() + count);
    }

    private static Answer kind(ByteBuffer come) {
        return come.get(0) >= FIRST_KIND && come.get(0) <= LAST_KIND && come.get(1) == MAJOR
                ? Answer.TLS
                : Answer.OTHER;
    }
}
