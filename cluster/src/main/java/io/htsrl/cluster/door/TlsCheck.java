package io.htsrl.cluster.door;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Why two machines do not come to speak TLS with each other, or one of them alone does: shakes hands with a learner and
 * lets go, for Pekko says nothing of it. Stateless, any thread.
 */
public final class TlsCheck {
    private static final int AFTERWARDS = 500; // milliseconds in which a server that does not believe this side says so

    private TlsCheck() {}

    /**
     * What is wrong, and what to do; empty where nothing is, or where nobody can be reached.
     *
     * @param patience for each answer
     */
    public static Optional<String> fault(HostPort learner, Optional<Tls> tls, Duration patience) {
        int millis = (int) patience.toMillis();
        return tls.isPresent() ? withTls(learner, tls.get(), millis) : withoutTls(learner, millis);
    }

    private static Optional<String> withTls(HostPort learner, Tls tls, int millis) {
        try (Socket plain = connected(learner, millis)) {
            SSLContext context = tls.context(line -> {});
            SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, learner.host(), learner.port(), false);
            socket.setSSLParameters(tls.parameters(true));
            return handshake(learner, socket);
        } catch (IOException e) {
            return Optional.empty(); // not reached: others say so
        }
    }

    private static Socket connected(HostPort learner, int millis) throws IOException {
        Socket plain = new Socket();
        plain.connect(new InetSocketAddress(learner.host(), learner.port()), millis);
        plain.setSoTimeout(millis);
        return plain;
    }

    private static Optional<String> handshake(HostPort learner, SSLSocket socket) {
        boolean shaken = false;
        try {
            socket.startHandshake();
            shaken = true;
            socket.setSoTimeout(AFTERWARDS);
            socket.getInputStream().read();
            return Optional.empty();
        } catch (SocketTimeoutException e) {
            return shaken ? Optional.empty() : Optional.of(noTls(learner));
        } catch (SSLException e) {
            return Optional.of(text(learner, e));
        } catch (IOException e) {
            return shaken ? Optional.of(untrusted(learner)) : Optional.of(noTls(learner));
        }
    }

    private static String text(HostPort learner, SSLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException refused) {
                return "the certificate of the learner at " + learner + " is refused: " + ToldTrust.why(refused);
            }
        }
        return String.valueOf(e.getMessage()).contains("alert") ? untrusted(learner) : noTls(learner);
    }

    private static String untrusted(HostPort learner) {
        return "the learner at " + learner + " does not believe this machine's certificate: put it, or the certificate "
                + "of who signed it, into the learner's --tls-truststore";
    }

    private static String noTls(HostPort learner) {
        return "the learner at " + learner
                + " speaks no TLS: give it --tls-keystore and --tls-truststore, or leave them " + "out on both sides";
    }

    /** Believes anybody, for it tells nobody anything: does the other side speak TLS at all? */
    private static Optional<String> withoutTls(HostPort learner, int millis) {
        try (Socket plain = connected(learner, millis)) {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            SSLSocketFactory factory = context.getSocketFactory();
            SSLSocket socket = (SSLSocket) factory.createSocket(plain, learner.host(), learner.port(), false);
            socket.startHandshake();
            return Optional.of(tlsThere(learner));
        } catch (SSLException e) {
            return String.valueOf(e.getMessage()).contains("alert") ? Optional.of(tlsThere(learner)) : Optional.empty();
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static String tlsThere(HostPort learner) {
        return "the learner at " + learner + " speaks TLS alone: give --tls-keystore and --tls-truststore here too";
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // nothing is said to it
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // nothing is said to it
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
