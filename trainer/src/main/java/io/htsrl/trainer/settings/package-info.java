/**
 * From settings to a run: {@link io.htsrl.trainer.settings.RunSchema} knows all settings of a run, {@link
 * io.htsrl.trainer.settings.Presets} what they are by default, {@link io.htsrl.trainer.settings.SettingRules} which of
 * them contradict each other, and {@link io.htsrl.trainer.settings.RunResolver} makes the run of what was given.
 */
package io.htsrl.trainer.settings;
