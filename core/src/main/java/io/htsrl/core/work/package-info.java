/**
 * Work that threads share: a {@link io.htsrl.core.work.Team} runs the units of one {@link io.htsrl.core.work.Phase}
 * after another on free threads: its helper threads, and threads that wait for something else.
 */
package io.htsrl.core.work;
