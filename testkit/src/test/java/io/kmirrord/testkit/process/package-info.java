@NullMarked
package io.kmirrord.testkit.process;

import org.jspecify.annotations.NullMarked;
