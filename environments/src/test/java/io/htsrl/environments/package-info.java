/**
 * Tests of the environments: {@code GoldenTrajectoriesTest} against recordings of Gymnasium,
 * {@code EnvironmentContract} against every environment, the rest per class.
 */
package io.htsrl.environments;
