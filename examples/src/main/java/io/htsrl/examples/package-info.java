/** Example programs that use the library: each class is one program, and the tests run all of them. */
package io.htsrl.examples;
