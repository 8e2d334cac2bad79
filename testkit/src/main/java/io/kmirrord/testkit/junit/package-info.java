/** JUnit extensions: what the processes of a test class leave behind is kept when a test failed and removed otherwise. */
@NullMarked
package io.kmirrord.testkit.junit;

import org.jspecify.annotations.NullMarked;
