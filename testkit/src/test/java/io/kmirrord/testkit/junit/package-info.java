@NullMarked
package io.kmirrord.testkit.junit;

import org.jspecify.annotations.NullMarked;
