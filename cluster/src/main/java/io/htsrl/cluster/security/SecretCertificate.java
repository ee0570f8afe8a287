package io.htsrl.cluster.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/**
 * A certificate that proves the secret: its name is the keyed digest (HMAC-SHA256, by the secret) of its public key.
 * Each process draws a new key, and TLS proves that the certificate's sender has the private key, so a copied
 * certificate is useless. X.509 version 1 in DER (RFC 5280), written here because the JDK has no API for it. Stateless.
 */
final class SecretCertificate {
    private static final String SIDE = "certificate";
    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");
    /** Beginning of the certified content: its length of 292 bytes, and serial number 1. */
    private static final byte[] CONTENT = HexFormat.of().parseHex("30820124020101");
    /** Beginning of a name that is one common name of 64 characters. */
    private static final byte[] NAME = HexFormat.of().parseHex("304b3149304706035504030c40");
    /** Validity from 2020-01-01 to 2049-12-31. */
    private static final byte[] ALWAYS =
            HexFormat.of().parseHex("301e170d3230303130313030303030305a170d3439313233313233353935395a");

    private SecretCertificate() {}

    static X509Certificate of(KeyPair keys, Secret secret) throws GeneralSecurityException {
        byte[] key = keys.getPublic().getEncoded();
        byte[] proof = HexFormat.of().formatHex(secret.proof(SIDE, key)).getBytes(StandardCharsets.US_ASCII);
        byte[] content = join(CONTENT, ECDSA_WITH_SHA256, NAME, proof, ALWAYS, NAME, proof, key);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        byte[] signed = signature.sign();
        byte[] bits = join(new byte[] {0x03, (byte) (signed.length + 1), 0}, signed);
        byte[] whole = join(content, ECDSA_WITH_SHA256, bits);
        byte[] all = join(new byte[] {0x30, (byte) 0x82, (byte) (whole.length >>> 8), (byte) whole.length}, whole);
        Certificate read = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(all));
        return (X509Certificate) read;
    }

    /** @throws CertificateException where it does not prove the secret */
    static void check(X509Certificate[] chain, Secret secret) throws CertificateException {
        if (chain == null || chain.length != 1) {
            throw new NoProofException();
        }
        String name = chain[0].getSubjectX500Principal().getName();
        String rule = "CN="
                + HexFormat.of()
                        .formatHex(secret.proof(SIDE, chain[0].getPublicKey().getEncoded()));
        if (!Secret.same(rule.getBytes(StandardCharsets.UTF_8), name.getBytes(StandardCharsets.UTF_8))) {
            throw new NoProofException();
        }
    }

    /** Thrown when a certificate was made without the secret. */
    static final class NoProofException extends CertificateException {
        private static final long serialVersionUID = 1;

        NoProofException() {
            super("it does not know the secret: give both sides the same --secret-file");
        }
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
