package io.htsrl.cluster.table;

/** A node, as the coordinator knows it. The coordinator's thread. */
final class Member {
    private final Hand hand;
    private long heard;
    private long progress;
    private long progressed;
    private boolean live = true;
    private boolean resting; // gets nothing more in this interval

    Member(Hand hand, long now) {
        this.hand = hand;
        this.heard = now;
        this.progressed = now;
    }

    Hand hand() {
        return hand;
    }

    int id() {
        return hand.id();
    }

    String name() {
        return hand.name();
    }

    boolean live() {
        return live;
    }

    /** Whether it may get columns. */
    boolean free() {
        return live && !resting;
    }

    /** For people. */
    String state(boolean busy) {
        return !live ? "silent" : busy ? "at work" : resting ? "is spared" : "waits";
    }

    void heard(long newProgress, long now) {
        live = true;
        heard = now;
        if (newProgress != progress) {
            progress = newProgress;
            progressed = now;
        }
    }

    /** A result of its has come. */
    void gotOn(long now) {
        live = true;
        heard = now;
        progressed = now;
    }

    /** It stood still for good reason until now. */
    void gotWork(long now) {
        progressed = now;
    }

    void lose() {
        live = false;
    }

    void rest() {
        resting = true;
    }

    /** Another interval begins. */
    void refresh() {
        resting = false;
    }

    long silent(long now) {
        return now - heard;
    }

    long idle(long now) {
        return now - progressed;
    }
}
