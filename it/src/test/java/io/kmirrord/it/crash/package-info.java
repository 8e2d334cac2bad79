/** A daemon that dies between any two effects leaves what its successor ends as if nothing had happened. */
@NullMarked
package io.kmirrord.it.crash;

import org.jspecify.annotations.NullMarked;
