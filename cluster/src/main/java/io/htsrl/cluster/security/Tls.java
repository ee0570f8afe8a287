package io.htsrl.cluster.security;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
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
    private static final String PROTOCOL = "TLSv1.3";
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

    private final KeyStore keys;
    private final char[] password;
    private final Trust trust;
    private final boolean verifiesHosts;

    /** Source of trust: the secret or the stores; the other is null. */
    record Trust(Secret secret, X509ExtendedTrustManager stores) {}

    private Tls(KeyStore keys, char[] password, Trust trust, boolean verifiesHosts) {
        this.keys = keys;
        this.password = password;
        this.trust = trust;
        this.verifiesHosts = verifiesHosts;
    }

    /**
     * Returns the encryption of connections: by stores where they are given, else by the secret; empty where there is
     * none.
     */
    public static Optional<Tls> by(Optional<Tls> stores, Secret secret) {
        return stores.isPresent() || secret == Secret.NONE ? stores : Optional.of(of(secret));
    }

    /** Creates a key whose certificate proves the secret. */
    private static Tls of(Secret secret) {
        try {
            KeyPair pair = SecretCertificate.keys();
            char[] password = HexFormat.of().formatHex(Secret.nonce()).toCharArray();
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, password);
            Certificate[] chain = {SecretCertificate.of(pair, secret)};
            keys.setKeyEntry("hts", pair.getPrivate(), password, chain);
            return new Tls(keys, password, new Trust(secret, null), false);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java has elliptic curves and PKCS12", e);
        }
    }

    /** Returns whether trust is based on the secret. */
    boolean bySecret() {
        return trust.secret() != null;
    }

    /**
     * Returns the password of the stores; null where there is none.
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
            throw new ConfigurationException(
                    "--tls-password-file",
                    file.get(),
                    "must be a text file that can be read",
                    "write the password of the stores into it, and let nobody else read it");
        }
    }

    /**
     * Reads both stores.
     *
     * @throws ConfigurationException when one is missing, invalid, or has another password
     */
    public static Tls read(Optional<Path> keystore, Optional<Path> truststore, String password, boolean verifiesHosts) {
        Violations violations = new Violations()
                .check(
                        keystore.isPresent(),
                        "--tls-keystore",
                        null,
                        "is needed with --tls-truststore: the other side has to know who this is",
                        KEYTOOL)
                .check(
                        truststore.isPresent(),
                        "--tls-truststore",
                        null,
                        "is needed with --tls-keystore: it says whom to believe",
                        KEYTOOL)
                .check(
                        password != null && !password.isEmpty(),
                        "--tls-password-file",
                        null,
                        "must name a file with the password of the stores, or the environment variable " + VARIABLE
                                + " must have it",
                        "give one of them");
        violations.throwIfAny();
        char[] chars = password.toCharArray();
        KeyStore keys = store("--tls-keystore", keystore.get(), chars, violations);
        KeyStore trusted = store("--tls-truststore", truststore.get(), chars, violations);
        violations.throwIfAny();
        violations
                .check(
                        has(keys, true),
                        "--tls-keystore",
                        keystore.get(),
                        "must hold a private key, and holds none",
                        "make it with 'keytool -genkeypair', see docs/how-to/cluster.md")
                .check(
                        has(trusted, false),
                        "--tls-truststore",
                        truststore.get(),
                        "must hold a certificate, and holds none",
                        "put the other machines' in with 'keytool -importcert', see docs/how-to/cluster.md");
        violations.throwIfAny();
        return new Tls(keys, chars, new Trust(null, stores(trusted)), verifiesHosts);
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
                violations.add(flag, file, "cannot be read: " + e.getMessage(), KEYTOOL);
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
            context.init(own.getKeyManagers(), new TrustManager[] {new LoggingTrustManager(trust, refusals)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new ConfigurationException(
                    "--tls-keystore",
                    null,
                    "cannot be used: " + e.getMessage(),
                    "let its key have the password of the store");
        }
    }

    /** Creates one end of a connection; {@code client} for the end that connects. */
    public SSLEngine engine(SSLContext context, String host, int port, boolean client) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(client);
        engine.setSSLParameters(parameters(client));
        return engine;
    }

    /** Returns the TLS parameters that both ends require. */
    SSLParameters parameters(boolean client) {
        SSLParameters parameters = new SSLParameters(CIPHERS.clone(), new String[] {PROTOCOL});
        if (!client) {
            parameters.setNeedClientAuth(true);
        } else if (verifiesHosts) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return parameters;
    }
}
