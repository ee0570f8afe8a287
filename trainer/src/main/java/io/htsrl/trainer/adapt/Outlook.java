package io.htsrl.trainer.adapt;

/** Which moves are worth a trial, by what a run has lately done with its time. One thread. */
interface Outlook {

    /** Looks at the time since the last look. */
    void look();

    /** Whether the move may gain anything, as it looked. */
    boolean promises(Move move);

    /** Any move may. */
    Outlook OPEN = new Outlook() {
        @Override
        public void look() {}

        @Override
        public boolean promises(Move move) {
            return true;
        }
    };
}
