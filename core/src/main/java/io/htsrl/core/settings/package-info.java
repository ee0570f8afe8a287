/**
 * What a run can be told. A setting is one record component with a {@link io.htsrl.core.settings.Setting} on it: its
 * flag, its help, the key in a file, its default, the rule for its values, whether it decides bits and what it is void
 * without all follow from there. {@link io.htsrl.core.settings.Schema} collects the components of records, {@link
 * io.htsrl.core.settings.Layer} holds what one place said as text, {@link io.htsrl.core.settings.Values} lays places
 * over each other and makes the records.
 */
package io.htsrl.core.settings;
