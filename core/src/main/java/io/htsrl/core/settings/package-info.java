/**
 * Settings of a run. A setting is one record component with a {@link io.htsrl.core.settings.Setting} annotation, which
 * defines its flag, its help, its key in a file, its default, the rule for its values, whether it decides bits and the
 * condition under which it applies. {@link io.htsrl.core.settings.Schema} collects the components of records,
 * {@link io.htsrl.core.settings.Layer} holds the texts from one source, {@link io.htsrl.core.settings.Values} merges
 * the layers and creates the records.
 */
package io.htsrl.core.settings;
