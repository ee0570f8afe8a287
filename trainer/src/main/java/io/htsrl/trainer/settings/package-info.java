/**
 * The resolution of settings: {@link io.htsrl.trainer.settings.RunSchema} has all settings of a run,
 * {@link io.htsrl.trainer.settings.Presets} their defaults, {@link io.htsrl.trainer.settings.SettingRules} their
 * contradictions, and {@link io.htsrl.trainer.settings.RunResolver} makes the run.
 */
package io.htsrl.trainer.settings;
