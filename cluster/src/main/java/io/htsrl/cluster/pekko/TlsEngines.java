package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.Tls;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/** Gives Pekko's connections their TLS; handshakes decide who is believed. Any thread. */
final class TlsEngines implements SSLEngineProvider {
    private final Tls tls;
    private final SSLContext context;

    TlsEngines(Tls tls, Consumer<String> refusals) {
        this.tls = tls;
        this.context = tls.context(refusals);
    }

    @Override
    public SSLEngine createServerSSLEngine(String host, int port) {
        return tls.engine(context, host, port, false);
    }

    @Override
    public SSLEngine createClientSSLEngine(String host, int port) {
        return tls.engine(context, host, port, true);
    }

    @Override
    public Option<Throwable> verifyClientSession(String host, SSLSession session) {
        return Option.empty();
    }

    @Override
    public Option<Throwable> verifyServerSession(String host, SSLSession session) {
        return Option.empty();
    }
}
