package io.htsrl.trainer.report;

import java.util.Map;

/**
 * One interval.
 *
 * @param interval k, from 0
 * @param timesteps environment steps so far, over all replicas
 * @param wallSeconds since the run's start
 * @param episodes finished so far
 * @param meanReturn100 mean return of the last 100 finished episodes (fewer at the start); NaN before the first
 * @param lag intervals between the parameters that collected the bank learnt from and those it updated; -1 where
 *     nothing was learnt (the first interval of {@code hts}); under {@code async} the greatest of its rollouts, whose
 *     mean is {@code lag_mean} among the losses; under {@code a3c} the updates of other workers between the copy of the
 *     parameters and this update's end
 * @param losses the learner's figures of this interval by name (policy_loss, value_loss, entropy, approx_kl, clipfrac,
 *     explained_variance, learning_rate, grad_norm, ...); empty where nothing was learnt
 * @param digest d_k of the digest chain, 32 hexadecimal digits
 */
public record IntervalReport(
        long interval,
        long timesteps,
        double wallSeconds,
        long episodes,
        double meanReturn100,
        int lag,
        Map<String, Double> losses,
        String digest) {}
