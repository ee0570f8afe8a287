package io.htsrl.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a package whose public types are for programs that use hts-rl. They change in a compatible way alone, and show
 * nothing but each other and the JDK. All other packages are internal: what they hold may change with any version,
 * {@code public} or not.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PACKAGE)
public @interface Api {}
