package io.htsrl.cluster.security;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * This machine's key and its trusted certificates, for TLS 1.3 in which both sides authenticate themselves. Immutable;
 * any thread.
 */
public final class Tls {
    /**
     * Environment variable with the password, if it is not in a file. It is never an argument, which all users of the
     * machine can read.
     */
    public static final String VARIABLE = "HTS_TLS_PASSWORD";

    private static final String KEYTOOL = "make it with keytool, see docs/how-to/cluster.md";
    private static final String KEYS = "--tls-keystore";
    private static final String TRUSTED = "--tls-truststore";
    private static final String PASSWORD = "--tls-password-file";
    private static final String NO_KEY = "must hold a private key, and holds none";
    private static final String NO_CERTIFICATE = "must hold a certificate, and holds none";
    private static final String PROTOCOL = "TLSv1.3";
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

    private final KeyStore keys;
    private final char[] password;
    final Secret secret; // that others must prove; null where stores are given
    private final X509ExtendedTrustManager stores; // that are trusted; null where a secret is used
    private final boolean verifiesHosts;

    private Tls(KeyStore keys, char[] password, Secret secret, X509ExtendedTrustManager stores, boolean verifiesHosts) {
        this.keys = keys;
        this.password = password;
        this.secret = secret;
        this.stores = stores;
        this.verifiesHosts = verifiesHosts;
    }

    /** Returns the encryption of connections: by stores where they are given, else by the secret; else it is empty. */
    public static Optional<Tls> by(Optional<Tls> stores, Secret secret) {
        return stores.isPresent() || secret == Secret.NONE ? stores : Optional.of(of(secret));
    }

    /** Creates a key whose certificate proves the secret. */
    private static Tls of(Secret secret) {
        try {
            KeyPairGenerator pairs = KeyPairGenerator.getInstance("EC");
            pairs.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = pairs.generateKeyPair();
            char[] password = HexFormat.of().formatHex(Secret.nonce()).toCharArray();
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, password);
            Certificate[] chain = {SecretCertificate.of(pair, secret)};
            keys.setKeyEntry("hts", pair.getPrivate(), password, chain);
            return new Tls(keys, password, secret, null, false);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java has elliptic curves and PKCS12", e);
        }
    }

    /**
     * Returns the password of the stores; null where none exists.
     *
     * @throws ConfigurationException when the file cannot be read
     */
    public static String password(Optional<Path> file, UnaryOperator<String> environment) {
        if (file.isEmpty()) {
            return environment.apply(VARIABLE);
        }
        try {
            return Files.readString(file.get()).strip();
        } catch (IOException e) {
            throw new ConfigurationException(PASSWORD, file.get(), "must be a text file that can be read", "write it");
        }
    }

    /**
     * Reads both stores.
     *
     * @throws ConfigurationException when one is missing, invalid, or has another password
     */
    public static Tls read(Optional<Path> keystore, Optional<Path> truststore, String password, boolean verifiesHosts) {
        boolean known = password != null && !password.isEmpty();
        Violations violations = new Violations()
                .check(keystore.isPresent(), KEYS, null, "is needed with --tls-truststore", KEYTOOL)
                .check(truststore.isPresent(), TRUSTED, null, "is needed with --tls-keystore", KEYTOOL)
                .check(known, PASSWORD, null, "is needed, or the variable " + VARIABLE, "give one of them");
        violations.throwIfAny();
        char[] chars = password.toCharArray();
        KeyStore keys = store(KEYS, keystore.get(), chars, violations);
        KeyStore others = store(TRUSTED, truststore.get(), chars, violations);
        violations.throwIfAny();
        violations
                .check(has(keys, true), KEYS, keystore.get(), NO_KEY, KEYTOOL)
                .check(has(others, false), TRUSTED, truststore.get(), NO_CERTIFICATE, KEYTOOL)
                .throwIfAny();
        return new Tls(keys, chars, null, stores(others), verifiesHosts);
    }

    private static X509ExtendedTrustManager stores(KeyStore trusted) {
        try {
            TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            others.init(trusted);
            return (X509ExtendedTrustManager) others.getTrustManagers()[0];
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("it was read", e);
        }
    }

    private static KeyStore store(String flag, Path file, char[] password, Violations violations) {
        if (!Files.isRegularFile(file)) {
            violations.add(flag, file, "must be a file that can be read", KEYTOOL);
            return null;
        }
        try {
            return KeyStore.getInstance(file.toFile(), password);
        } catch (KeyStoreException e) {
            violations.add(flag, file, "must be a keystore, PKCS12 or JKS", KEYTOOL);
        } catch (IOException | GeneralSecurityException e) {
            if (e.getCause() instanceof GeneralSecurityException
                    || String.valueOf(e.getMessage()).contains("password")) {
                violations.add(
                        flag,
                        file,
                        "cannot be opened by the password that is given",
                        "look at --tls-password-file, or at " + VARIABLE + ": one password is for both stores");
            } else {
                violations.add(flag, file, "cannot be read: " + ShownText.reason(e), KEYTOOL);
            }
        }
        return null;
    }

    private static boolean has(KeyStore store, boolean key) {
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (key ? store.isKeyEntry(alias) : store.isCertificateEntry(alias)) {
                    return true;
                }
            }
            return false;
        } catch (KeyStoreException e) {
            throw new IllegalStateException("it was read", e);
        }
    }

    /** @param refusals receives messages about untrusted certificates, each once */
    public SSLContext context(Consumer<String> refusals) {
        try {
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, password);
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(own.getKeyManagers(), new TrustManager[] {new LoggingTrustManager(refusals)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new ConfigurationException(
                    KEYS, null, "cannot be used: " + e.getMessage(), "give its key this password");
        }
    }

    /** Creates one end of a connection; {@code client} for the end that connects. */
    public SSLEngine engine(SSLContext context, String host, int port, boolean client) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(client);
        SSLParameters parameters = new SSLParameters(CIPHERS.clone(), new String[] {PROTOCOL});
        if (!client) {
            parameters.setNeedClientAuth(true);
        } else if (verifiesHosts) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /**
     * Trusts certificates that prove the secret ({@link SecretCertificate}), or without a secret those that the JDK
     * trusts. It reports each other certificate once, up to a limit. Any thread.
     */
    final class LoggingTrustManager extends X509ExtendedTrustManager {
        private static final int MOST = 64;

        /** A check of the JDK. */
        private interface Check {
            void make() throws CertificateException;
        }

        private final Consumer<String> refusals;
        private final Set<String> reported = ConcurrentHashMap.newKeySet();

        LoggingTrustManager(Consumer<String> refusals) {
            this.refusals = refusals;
        }

        private void checked(X509Certificate[] chain, Check check) throws CertificateException {
            try {
                if (secret != null) {
                    SecretCertificate.check(chain, secret);
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
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            checked(chain, () -> stores.checkClientTrusted(chain, type, socket));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            checked(chain, () -> stores.checkServerTrusted(chain, type, socket));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            checked(chain, () -> stores.checkClientTrusted(chain, type, engine));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            checked(chain, () -> stores.checkServerTrusted(chain, type, engine));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            checked(chain, () -> stores.checkClientTrusted(chain, type));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            checked(chain, () -> stores.checkServerTrusted(chain, type));
        }

        /**
         * Returns no issuers. Otherwise a client without a certificate from one of them would send none, and its name
         * could not be reported.
         */
        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
