/** The live page: {@code hts watch}, and {@code hts train --live}. */
package io.htsrl.monitor.live;
