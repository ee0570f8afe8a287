/**
 * Errors in the user's terms: {@link Violations} collects all errors of a configuration, with setting, value, rule and
 * remedy, and {@link ConfigurationException} reports them; {@link RunFailedException} states why a run had to end.
 */
@Api
package io.htsrl.core.error;

import io.htsrl.core.Api;
