/**
 * Where rollouts are collected: by the executors of this process, or by an engine that a module brings as a service,
 * such as other machines. An engine decides no bit: a column is a function of its start state, of the parameters and of
 * its coordinates.
 */
package io.htsrl.trainer.rollouts;
