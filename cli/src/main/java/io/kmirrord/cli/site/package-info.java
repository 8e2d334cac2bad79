/** A source and a destination with bridges and daemons, as demo and sandbox start them. */
@NullMarked
package io.kmirrord.cli.site;

import org.jspecify.annotations.NullMarked;
