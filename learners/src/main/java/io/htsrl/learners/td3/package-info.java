/**
 * TD3, and DDPG, which is TD3 with one critic, targets that nothing smooths, and no delay: {@code Td3Learner} learns by
 * either's settings. The details are numbered in {@code docs/td3.md}.
 */
package io.htsrl.learners.td3;
