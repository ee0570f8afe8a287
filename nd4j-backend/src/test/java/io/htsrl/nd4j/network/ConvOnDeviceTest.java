package io.htsrl.nd4j.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.Nd4jRuntime;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.Heads;
import java.lang.reflect.Proxy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The learner of convolutions writes past {@code Staging}: on a device it would compute on zeros. */
class ConvOnDeviceTest {

    /** The CPU's backend, saying that it is a device's. */
    private static NativeBackend device() {
        Nd4jRuntime.load();
        NativeBackend host = NativeBackend.current();
        return (NativeBackend) Proxy.newProxyInstance(
                ConvOnDeviceTest.class.getClassLoader(),
                new Class<?>[] {NativeBackend.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "onDevice" -> true;
                    case "name" -> "cuda";
                    default -> method.invoke(host, arguments);
                });
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseToLearnConvolutionsOnADevice(ConvConfig.Kind kind) {
        ConvLayout layout =
                new ConvLayout(ObservationSpace.bytes(36, 36), 2, 3, new ConvConfig(kind, 8), Heads.ACTOR_CRITIC);

        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> new Nd4jConv(layout, 4, FirstConvolution.GROUP_FLOATS, device()).close());

        assertEquals(1, refused.violations().size());
        assertEquals("--network", refused.violations().get(0).setting());
        assertEquals(
                layout.config().network(), refused.violations().get(0).value().toString());
        assertEquals(
                "must not learn on a device (cuda): its convolutions are written for memory that host and backend "
                        + "share",
                refused.violations().get(0).rule());
    }
}
