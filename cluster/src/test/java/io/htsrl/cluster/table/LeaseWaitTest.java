package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.htsrl.cluster.WaitingWorker;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitRegistry.Waiting;
import io.htsrl.core.run.WorkerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseWaitTest {
    private final RunControl control = new RunControl();
    private final AtomicLong progress = new AtomicLong();
    private final List<String> marks = new ArrayList<>();

    private void look(LeaseWait wait) {
        wait.look();
        note();
    }

    private void note() {
        marks.add(
                control.waits().inside().stream().map(Waiting::what).findFirst().orElse("works"));
    }

    @Test
    void shouldMarkTheWaitOnlyWhileNothingMakesProgress() throws InterruptedException {
        WorkerThreads.run(control, List.of(new WaitingWorker(() -> {
            try (LeaseWait wait = new LeaseWait(control.waits().ofCurrentThread(), progress::get, "wait")) {
                note();
                progress.incrementAndGet();
                look(wait);
                look(wait);
                look(wait);
                progress.incrementAndGet();
                look(wait);
                look(wait);
            }
            note();
        })));

        assertNull(control.failure());
        assertEquals(List.of("works", "works", "wait", "wait", "works", "wait", "works"), marks);
    }
}
