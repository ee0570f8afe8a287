package io.htsrl.core.work;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.work.Phase.SharingTrial;
import org.junit.jupiter.api.Test;

class SharingTrialTest {
    private static final int RUNS = 10_000;

    /** How many of the next runs are shared, when a run takes so long shared and so long alone. */
    private static int shared(SharingTrial sharing, long shared, long alone) {
        int count = 0;
        for (int run = 0; run < RUNS; run++) {
            boolean now = sharing.next(1);
            count += now ? 1 : 0;
            sharing.took(now ? shared : alone);
        }
        return count;
    }

    @Test
    void shouldShareWhatTakesLessTimeSo() {
        assertTrue(shared(new SharingTrial(), 60, 100) > 0.9 * RUNS);
    }

    @Test
    void shouldNotShareWhatTakesLongerSo() {
        assertTrue(shared(new SharingTrial(), 110, 100) < 0.1 * RUNS);
    }

    @Test
    void shouldNoticeThatThingsHaveChanged() {
        SharingTrial sharing = new SharingTrial();
        shared(sharing, 60, 100);
        assertTrue(shared(sharing, 3000, 100) < 0.2 * RUNS, "somebody else has come to use the processors");
        assertTrue(shared(sharing, 60, 100) > 0.8 * RUNS, "and has gone");
    }

    @Test
    void shouldForgiveHelpersThatAreJustWakingUp() {
        SharingTrial sharing = new SharingTrial();
        int shared = 0;
        int before = 0;
        for (int run = 0; run < RUNS; run++) {
            boolean now = sharing.next(1);
            before = now ? before + 1 : 0;
            sharing.took(now ? before <= 3 ? 5000 : 60 : 100);
            shared += now ? 1 : 0;
        }
        assertTrue(shared > 0.9 * RUNS);
    }

    /** A trial that a pause falls into says nothing about the runs after it. */
    @Test
    void shouldForgiveOnePauseOfAHelper() {
        SharingTrial sharing = new SharingTrial();
        int shared = 0;
        for (int run = 0; run < RUNS; run++) {
            boolean now = sharing.next(1);
            sharing.took(now ? run % 10 == 7 ? 50_000 : 60 : 100);
            shared += now ? 1 : 0;
        }
        assertTrue(shared > 0.9 * RUNS);
    }

    /** The helper rolls out for a fifth of the time, and starts in the middle of the first trial. */
    @Test
    void shouldShareWithAHelperThatIsBusyForMostOfATrial() {
        SharingTrial sharing = new SharingTrial();
        int shared = 0;
        for (int run = 0; run < 100; run++) {
            boolean now = sharing.next(1);
            boolean busy = run >= 7 && run < 27;
            sharing.took(now && !busy ? 50 : now ? 104 : 100);
            shared += now ? 1 : 0;
        }
        assertTrue(shared > 90);
    }

    @Test
    void shouldSoonTryAgainWhatHasLostOnce() {
        SharingTrial sharing = new SharingTrial();
        int run = 0;
        for (; run < 30; run++) {
            sharing.took(sharing.next(1) ? 5000 : 100); // others' work, in the first trial
        }
        for (; run < 130; run++) {
            sharing.took(sharing.next(1) ? 60 : 100);
        }
        assertTrue(sharing.next(1));
    }

    /** Otherwise the trial of the helpers would find that they bring nothing. */
    @Test
    void shouldTryAgainWhenHelpersAreCalledAgain() {
        SharingTrial sharing = new SharingTrial();
        shared(sharing, 3000, 100);
        while (sharing.next(1)) {
            sharing.took(3000);
        }
        assertTrue(sharing.next(2));
    }
}
