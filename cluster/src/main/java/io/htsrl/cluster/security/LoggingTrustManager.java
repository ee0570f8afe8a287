package io.htsrl.cluster.security;

import io.htsrl.core.error.ShownText;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts certificates that prove the secret ({@link SecretCertificate}), or without a secret those that the JDK trusts.
 * It reports each other certificate once, up to a limit. Any thread.
 */
final class LoggingTrustManager extends X509ExtendedTrustManager {
    private static final int MOST = 64;

    /** A check of the JDK. */
    @FunctionalInterface
    private interface Check {
        void make() throws CertificateException;
    }

    private final Tls.Trust trust;
    private final Consumer<String> refusals;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    LoggingTrustManager(Tls.Trust trust, Consumer<String> refusals) {
        this.trust = trust;
        this.refusals = refusals;
    }

    private void checked(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            if (trust.secret() != null) {
                SecretCertificate.check(chain, trust.secret());
            } else {
                check.make();
            }
        } catch (CertificateException e) {
            String line = "a machine " + who(chain, e) + "is refused: " + why(e);
            if (reported.size() < MOST && reported.add(line)) {
                refusals.accept(line);
            }
            throw e;
        }
    }

    /**
     * Returns the name of a certificate's owner, unless the certificate should prove the secret: such a name says
     * nothing.
     */
    private static String who(X509Certificate[] chain, CertificateException why) {
        if (why instanceof SecretCertificate.NoProofException) {
            return "";
        }
        return "with the certificate "
                + (chain == null || chain.length == 0
                        ? "none"
                        : ShownText.of(chain[0].getSubjectX500Principal().toString()))
                + " ";
    }

    /** Returns what is wrong with a certificate, and what to do, as text for the user. */
    static String why(CertificateException e) {
        String message = ShownText.of(String.valueOf(e.getMessage()));
        if (e instanceof SecretCertificate.NoProofException) {
            return message;
        }
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
        checked(chain, () -> trust.stores().checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checked(chain, () -> trust.stores().checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checked(chain, () -> trust.stores().checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checked(chain, () -> trust.stores().checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checked(chain, () -> trust.stores().checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checked(chain, () -> trust.stores().checkServerTrusted(chain, type));
    }

    /**
     * Returns no issuers. Otherwise a client without a certificate from one of them would send none, and its name could
     * not be reported.
     */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
