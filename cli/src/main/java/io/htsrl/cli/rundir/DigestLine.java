package io.htsrl.cli.rundir;

/**
 * One line of {@code digests.jsonl}. Immutable.
 *
 * @param interval  k, from 0; of the closing line: how many intervals there were
 * @param timesteps environment steps so far, over all replicas
 * @param digest    32 hexadecimal digits
 * @param closing   whether this is the line of the learning that follows the last rollout, which ends a chain: no
 *                  environment was stepped for it, so it is no interval, and a longer run has no such line there
 */
public record DigestLine(long interval, long timesteps, String digest, boolean closing) {}
