/**
 * What goes wrong, in the user's terms: {@link Violations} collects all that is wrong with a configuration, setting,
 * value, rule and remedy, and {@link ConfigurationException} tells it; {@link RunFailedException} is why a run had to
 * end.
 */
@Api
package io.htsrl.core.error;

import io.htsrl.core.Api;
