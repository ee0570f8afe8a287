/**
 * TD3 and DDPG. DDPG is TD3 with one critic, without target smoothing and without delay; {@code Td3Learner} supports
 * both settings. The details are numbered in {@code docs/explanation/td3.md}.
 */
package io.htsrl.learners.td3;
