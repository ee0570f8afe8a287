/**
 * Tables in a network's place: {@link io.htsrl.policies.table.TablePolicy} acts by the row of parameters that belongs to
 * an observation, and {@code TableGradients} learns it; where rows lie says
 * {@link io.htsrl.policies.network.TableLayout}.
 */
package io.htsrl.policies.table;
