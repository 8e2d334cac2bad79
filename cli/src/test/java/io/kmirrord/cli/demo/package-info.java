@NullMarked
package io.kmirrord.cli.demo;

import org.jspecify.annotations.NullMarked;
