package io.htsrl.determinism.interleaving;

import io.htsrl.core.run.Worker;

/** Takes two steps. */
record Walker(Conductor conductor, String roleName) implements Worker {
    @Override
    public void run() {
        conductor.step("one");
        conductor.step("two");
    }
}
