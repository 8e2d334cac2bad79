@NullMarked
package io.kmirrord.testkit.cluster;

import org.jspecify.annotations.NullMarked;
