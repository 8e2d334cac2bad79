// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.Test;

final class AdminAccountsTest {

    @Test
    void anEntityIsNamedInTheOrderOfKafkasToolsAndDefaultsAreTold() {
        Map<String, String> parts = new HashMap<>();
        parts.put(ClientQuotaEntity.CLIENT_ID, null);
        parts.put(ClientQuotaEntity.USER, "ada");
        parts.put("later", "x");
        assertThat(AdminAccounts.name(new ClientQuotaEntity(parts))).isEqualTo("user=ada,client-id=<default>,later=x");
        assertThat(AdminAccounts.name(new ClientQuotaEntity(Map.of(ClientQuotaEntity.IP, "10.0.0.1"))))
                .isEqualTo("ip=10.0.0.1");
    }
}
