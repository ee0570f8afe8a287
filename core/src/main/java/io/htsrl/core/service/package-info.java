/**
 * How modules and the user's jars are found, and what is said of those that cannot be loaded: {@link Services};
 * {@link ClassPathVariable} names entries that are not there.
 */
package io.htsrl.core.service;
