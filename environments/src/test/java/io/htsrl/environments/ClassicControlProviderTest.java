package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassicControlProviderTest {
    private final ClassicControlProvider provider = new ClassicControlProvider();

    @Test
    void shouldBeFoundAsAService() {
        assertTrue(Environments.names().containsAll(provider.names()));
        assertTrue(Environments.exists("CartPole-v1"));
    }

    @Test
    void shouldMakeEveryNameThatItLists() {
        for (String name : provider.names()) {
            assertEquals(name, provider.create(name, Map.of()).spec().id());
        }
    }

    @Test
    void shouldMakeANewReplicaEachTime() {
        assertNotSame(provider.create("CartPole-v1", Map.of()), provider.create("CartPole-v1", Map.of()));
    }

    @Test
    void shouldRefuseEveryUnknownOptionNamingValueRuleAndRemedy() {
        ConfigurationException refusal = assertThrows(
                ConfigurationException.class,
                () -> provider.create("CartPole-v1", Map.of("length", "2", "gravity", "9.81")));
        assertEquals("""
                option gravity 9.81: it is not understood by CartPole-v1, which has no options; leave it out
                option length 2: it is not understood by CartPole-v1, which has no options; leave it out""", refusal.getMessage());
    }

    @Test
    void shouldRefuseANameThatItDoesNotMake() {
        assertFalse(provider.provides("CartPole-v0"));
        String message = assertThrows(ConfigurationException.class, () -> provider.create("CartPole-v0", Map.of()))
                .getMessage();
        assertTrue(message.contains("CartPole-v0") && message.contains("choose one of Acrobot-v1"), message);
    }
}
