package io.htsrl.monitor.live.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TokenTest {

    @Test
    void shouldBeAnotherEachTimeAndHardToGuess() {
        assertNotEquals(Token.create().text(), Token.create().text());
        assertEquals(32, Token.create().text().length());
    }

    @Test
    void shouldBeItselfAlone() {
        Token token = Token.create();

        assertTrue(token.is(token.text()));
        assertFalse(token.is(null));
        assertFalse(token.is(""));
        assertFalse(token.is(token.text().substring(1)));
        assertFalse(token.toString().contains(token.text()));
    }
}
