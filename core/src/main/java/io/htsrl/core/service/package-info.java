/**
 * How modules and the user's jars are found, and what is said of those that cannot be loaded: {@link Services}.
 */
package io.htsrl.core.service;
