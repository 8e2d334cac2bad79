// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;

/** How ACLs are written for operators. Pure. */
public final class AclTexts {
    /** Of a list, in one line of a log. */
    private static final int SHOWN = 20;

    static final Comparator<AclBinding> ORDER = Comparator.comparing(AclTexts::of);

    private AclTexts() {}

    /** Such as {@code ALLOW READ on topic orders- (prefixed) for User:app}; the host where it is a certain one. */
    public static String of(AclBinding acl) {
        String resource =
                acl.pattern().resourceType().name().toLowerCase(Locale.ROOT).replace('_', '-') + " "
                        + acl.pattern().name()
                        + (acl.pattern().patternType() == PatternType.LITERAL
                                ? ""
                                : " (" + acl.pattern().patternType().name().toLowerCase(Locale.ROOT) + ")");
        String host = acl.entry().host();
        return acl.entry().permissionType() + " " + acl.entry().operation() + " on " + resource + " for "
                + acl.entry().principal() + (host.equals("*") ? "" : " from " + host);
    }

    /** Returns them in the order of their texts. */
    public static List<AclBinding> sorted(Collection<AclBinding> acls) {
        return acls.stream().sorted(ORDER).toList();
    }

    /** The first of them, and how many more. */
    static String list(Collection<AclBinding> acls) {
        String shown = sorted(acls).stream().limit(SHOWN).map(AclTexts::of).collect(Collectors.joining("; "));
        return acls.size() > SHOWN ? shown + "; and " + (acls.size() - SHOWN) + " more" : shown;
    }
}
