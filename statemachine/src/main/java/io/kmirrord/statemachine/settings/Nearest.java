// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.Collection;
import java.util.Comparator;

/** The word that somebody most likely meant. Pure. */
public final class Nearest {
    private Nearest() {}

    /** Returns the candidate with the smallest edit distance, of which there must be one. */
    public static String to(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Levenshtein distance: single characters inserted, removed or replaced. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
