package io.htsrl.monitor.live.model;

/** How a line of a file is read. One thread. */
interface LineFormat {

    /**
     * Puts the numbers of a line, without its line feed, into {@code row}.
     *
     * @return false where it is no such line: it is passed over
     */
    boolean read(byte[] bytes, int from, int to, Row row);
}
