// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.wire.Response;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What HELLO tells of a node that the bridge does not support. Everything by name and reflection, since nothing of the
 * broker is certain to be there; what cannot be read is reported in the way that raises an alarm. Thread-safe.
 */
final class UnsupportedNode implements HelloState {
    private final Object sharedServer;
    private final FenceSearch fences;

    UnsupportedNode(Object sharedServer) {
        this.sharedServer = sharedServer;
        this.fences = new FenceSearch(sharedServer);
    }

    void follow() {
        Thread thread = new Thread(fences, "kmirrord-bridge-publisher");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public String clusterId() {
        return text("clusterId", "unknown");
    }

    @Override
    public int nodeId() {
        return Integer.parseInt(text("nodeId", "-1"));
    }

    @Override
    public Set<Response.Role> roles() {
        Set<Response.Role> roles = EnumSet.noneOf(Response.Role.class);
        String configured;
        try {
            configured = String.valueOf(call(call(sharedServer, "brokerConfig"), "processRoles"));
        } catch (ReflectiveOperationException e) {
            return EnumSet.allOf(Response.Role.class);
        }
        for (Response.Role role : Response.Role.values()) {
            if (configured.toUpperCase(Locale.ROOT).contains(role.name())) {
                roles.add(role);
            }
        }
        return roles;
    }

    @Override
    public boolean fenceWanted() {
        return fences.wanted();
    }

    @Override
    public boolean fenceFollowed() {
        return false;
    }

    private String text(String method, String otherwise) {
        try {
            return String.valueOf(call(sharedServer, method));
        } catch (ReflectiveOperationException e) {
            BridgeLog.error("cannot read " + method + " of this node", e);
            return otherwise;
        }
    }

    /** Calls a method without arguments, of whatever class declares it publicly. */
    static Object call(Object target, String name) throws ReflectiveOperationException {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && method.getParameterCount() == 0
                        && !Modifier.isStatic(method.getModifiers())) {
                    method.setAccessible(true);
                    return invoke(method, target);
                }
            }
        }
        throw new NoSuchMethodException(target.getClass().getName() + "." + name);
    }

    private static Object invoke(Method method, Object target) throws ReflectiveOperationException {
        try {
            Object result = method.invoke(target);
            if (result == null) {
                throw new NoSuchFieldException(method + " answers null");
            }
            return result;
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException(method + " failed", e);
        }
    }
}
