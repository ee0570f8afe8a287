package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.Hts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how many executors exist where other processes step the environments. */
class RemoteExecutorsTest {

    @ParameterizedTest
    @CsvSource({
        "0, --num-envs 8, 1",
        "1, --num-envs 8, 1",
        "3, --num-envs 8, 3",
        "3, --num-envs 2, 2",
        "3, --num-envs 8 --executors 5, 5",
        "3, --num-envs 8 --step-time exponential:1ms, 8",
        "3, --num-envs 8 --step-time exponential:1ms:burn, 3",
        "3, --num-envs 8 --schedule serial, 1",
    })
    void shouldBeOneForEachProcess(int processes, String flags, int executors) {
        String all = "--algo a2c --env Distant-v0 --env-option processes=" + processes + " " + flags;

        assertEquals(executors, Hts.configure(all.split(" ")).pipeline().executors());
    }
}
