package io.htsrl.cluster.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;

/**
 * A certificate that proves the secret: its name is the keyed digest (HMAC-SHA256, by the secret) of its public key.
 * Each process draws a new key, and TLS proves that the certificate's sender has the private key, so a copied
 * certificate is useless. X.509 version 1 in DER (RFC 5280), written here because the JDK has no API for it. Stateless.
 */
final class SecretCertificate {
    private static final String SIDE = "certificate";
    private static final String PREFIX = "CN=";
    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");

    private SecretCertificate() {}

    static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
        keys.initialize(new ECGenParameterSpec("secp256r1"));
        return keys.generateKeyPair();
    }

    static X509Certificate of(KeyPair keys, Secret secret) throws GeneralSecurityException {
        byte[] key = keys.getPublic().getEncoded();
        byte[] proof = text(0x0c, HexFormat.of().formatHex(secret.proof(SIDE, key)));
        byte[] name = der(0x30, der(0x31, der(0x30, COMMON_NAME, proof)));
        byte[] always = der(0x30, text(0x17, "200101000000Z"), text(0x17, "491231235959Z"));
        byte[] number = der(0x02, new byte[] {1});
        byte[] content = der(0x30, number, ECDSA_WITH_SHA256, name, always, name, key);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        byte[] bits = der(0x03, new byte[1], signature.sign());
        byte[] all = der(0x30, content, ECDSA_WITH_SHA256, bits);
        Certificate read = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(all));
        return (X509Certificate) read;
    }

    /** @throws CertificateException where it does not prove the secret */
    static void check(X509Certificate[] chain, Secret secret) throws CertificateException {
        if (chain == null || chain.length != 1) {
            throw new NoProofException();
        }
        String name = chain[0].getSubjectX500Principal().getName();
        String rule = PREFIX
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

    private static byte[] text(int tag, String text) {
        return der(tag, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int length = content.size();
        if (length >= 0x80) { // two bytes hold all lengths used here
            all.write(length > 0xff ? 0x82 : 0x81);
        }
        if (length > 0xff) {
            all.write(length >>> 8);
        }
        all.write(length);
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }
}
