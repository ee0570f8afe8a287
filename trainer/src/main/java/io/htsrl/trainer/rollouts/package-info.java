/**
 * Sources of rollouts: the executors of this process, or an engine that a module provides as a service, such as other
 * machines. An engine decides no bit: a column is a function of its start state, of the parameters and of its
 * coordinates.
 */
package io.htsrl.trainer.rollouts;
