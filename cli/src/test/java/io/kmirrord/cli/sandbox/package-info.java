@NullMarked
package io.kmirrord.cli.sandbox;

import org.jspecify.annotations.NullMarked;
