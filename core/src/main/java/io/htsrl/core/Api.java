package io.htsrl.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a package whose public types are for programs that use hts-rl. These types change only in compatible ways, and
 * their signatures use only each other and the JDK. All other packages are internal: any version may change them,
 * {@code public} or not.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PACKAGE)
public @interface Api {}
