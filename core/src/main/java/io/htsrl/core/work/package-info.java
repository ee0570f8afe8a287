/**
 * Work that threads share: a {@link io.htsrl.core.work.Team} runs the units of one {@link io.htsrl.core.work.Phase} after
 * another on whoever is free, threads of its own and those that wait for something else.
 */
package io.htsrl.core.work;
