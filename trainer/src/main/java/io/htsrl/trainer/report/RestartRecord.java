package io.htsrl.trainer.report;

/**
 * An environment died, was made again, and its episode was cut short: {@code --restart-environments}.
 *
 * @param environment the replica
 * @param interval    in which it died
 * @param message     which, where, and what is known of its death
 */
public record RestartRecord(int environment, long interval, String message) {}
