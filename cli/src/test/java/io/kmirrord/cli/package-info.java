@NullMarked
package io.kmirrord.cli;

import org.jspecify.annotations.NullMarked;
