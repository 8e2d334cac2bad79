// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads a broker's meters over JMX of the same host. */
final class BrokerMeters implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private BrokerMeters(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    @SuppressWarnings("BanJNDI") // the address comes from a process of this test on this host
    static BrokerMeters of(long pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            return new BrokerMeters(
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())));
        } finally {
            machine.detach();
        }
    }

    long count(String meter, String topic) throws JMException, IOException {
        ObjectName name = new ObjectName("kafka.server:type=BrokerTopicMetrics,name=" + meter + ",topic=" + topic);
        return (Long) beans.getAttribute(name, "Count");
    }

    /** Returns an attribute that is a number, of whatever kind. */
    double number(String bean, String attribute) throws JMException, IOException {
        return ((Number) beans.getAttribute(new ObjectName(bean), attribute)).doubleValue();
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
