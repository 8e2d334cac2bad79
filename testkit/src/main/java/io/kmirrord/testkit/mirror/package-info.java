/** A whole destination for tests, demo and sandbox: storage bridges in its nodes and a daemon beside each. */
@NullMarked
package io.kmirrord.testkit.mirror;

import org.jspecify.annotations.NullMarked;
