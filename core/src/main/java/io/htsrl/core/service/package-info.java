/**
 * Run-time discovery: classes of other modules and of the user's jars, and the errors of those that cannot be loaded
 * ({@link Services}); files beside classes ({@link Resources}); missing class path entries ({@link ClassPathVariable});
 * the JDK's vector module ({@link VectorModule}).
 */
package io.htsrl.core.service;
