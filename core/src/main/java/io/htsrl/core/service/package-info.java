/**
 * What is found at run time: classes of other modules and of the user's jars, and what is said of those that cannot be
 * loaded ({@link Services}) and of entries that are not there ({@link ClassPathVariable}); the JDK's vector module
 * ({@link VectorModule}).
 */
package io.htsrl.core.service;
