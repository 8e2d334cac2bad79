/** Child processes that die with their parent unless told otherwise: started, paused, killed and stopped by tests, demo and sandbox. */
@NullMarked
package io.kmirrord.testkit.process;

import org.jspecify.annotations.NullMarked;
