package io.htsrl.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    @Test
    void shouldQuoteWhatAShellWouldTakeOtherwise() {
        assertEquals(
                "hts train --step-time 'gamma(0.5):2ms' --out 'it'\\''s mine' ''",
                ShellWords.line(List.of("hts", "train", "--step-time", "gamma(0.5):2ms", "--out", "it's mine", "")));
    }

    @Test
    void shouldQuoteAsWindowsDoes() {
        assertEquals(
                "hts resume \"C:\\my runs\\1\" --out C:\\runs\\2 --hidden-sizes \"64,64\" \"a\\\"b\"",
                ShellWords.line(
                        List.of(
                                "hts",
                                "resume",
                                "C:\\my runs\\1",
                                "--out",
                                "C:\\runs\\2",
                                "--hidden-sizes",
                                "64,64",
                                "a\"b"),
                        true));
    }

    @Test
    void shouldLeaveTheOthersAsTheyAre() {
        assertEquals("hts train --env ALE/Pong-v5", ShellWords.line(List.of("hts", "train", "--env", "ALE/Pong-v5")));
    }
}
