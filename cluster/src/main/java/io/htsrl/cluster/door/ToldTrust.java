package io.htsrl.cluster.door;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Judges certificates as the JDK does, and tells whom it does not believe: once of each, of a few. Any thread. */
final class ToldTrust extends X509ExtendedTrustManager {
    private static final int MOST = 64;

    /** One of the JDK's checks. */
    @FunctionalInterface
    private interface Check {
        void make() throws CertificateException;
    }

    private final X509ExtendedTrustManager judge;
    private final Consumer<String> refusals;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    ToldTrust(X509ExtendedTrustManager judge, Consumer<String> refusals) {
        this.judge = judge;
        this.refusals = refusals;
    }

    private void checked(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.make();
        } catch (CertificateException e) {
            String who = chain == null || chain.length == 0
                    ? "none"
                    : chain[0].getSubjectX500Principal().toString();
            String line = "a machine with the certificate " + who + " is refused: " + why(e);
            if (told.size() < MOST && told.add(line)) {
                refusals.accept(line);
            }
            throw e;
        }
    }

    /** What is wrong with a certificate, and what to do; for people. */
    static String why(CertificateException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("No subject alternative") || message.contains("No name matching")) {
            return "it does not name the host (" + message + "): make it with -ext san=ip:ADDRESS or "
                    + "san=dns:NAME, or give --no-tls-verify-hosts on all machines";
        }
        if (message.contains("validity") || message.contains("expired")) {
            return "it is out of date (" + message + "): make another one";
        }
        return "it is not trusted: put it, or the certificate of who signed it, into --tls-truststore";
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checked(chain, () -> judge.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checked(chain, () -> judge.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checked(chain, () -> judge.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checked(chain, () -> judge.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checked(chain, () -> judge.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checked(chain, () -> judge.checkServerTrusted(chain, type));
    }

    /** None are named: else a client that has no certificate of theirs would show none, and nobody could say whose it was. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
