// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Response;

/** Encodes answers so that each request gets one, whatever the operation returned. Stateless. */
final class AnswerEncoder {
    private static final int MAX_MESSAGE_CHARS = 8000;

    private AnswerEncoder() {}

    /** Returns the frame of the answer, or of a refusal if the answer is too large or can't be encoded. */
    static EncodedFrame encode(int version, long correlationId, Response response, int maxFrameBytes) {
        try {
            EncodedFrame frame = Frames.encode(version, correlationId, bounded(response));
            if (frame.remaining() <= maxFrameBytes) {
                return frame;
            }
            String message = "answer of " + frame.remaining() + " bytes; accepted: at most max.frame.bytes "
                    + maxFrameBytes + "; ask for less, or raise it in the settings of the storage bridge";
            return Frames.encode(
                    version, correlationId, new Response.Refused(ErrorCode.FRAME_TOO_LARGE, maxFrameBytes, message));
        } catch (IllegalArgumentException | ArithmeticException e) {
            String message = ascii("answer can't be encoded: " + e.getMessage());
            return Frames.encode(version, correlationId, new Response.Refused(ErrorCode.INTERNAL, -1, message));
        }
    }

    private static Response bounded(Response response) {
        if (response instanceof Response.Refused refused && refused.message().length() > MAX_MESSAGE_CHARS) {
            String message = ascii(refused.message());
            return new Response.Refused(refused.code(), refused.value(), message);
        }
        return response;
    }

    /** Returns text that every encoding takes. */
    private static String ascii(String text) {
        String shown = text.length() <= MAX_MESSAGE_CHARS ? text : text.substring(0, MAX_MESSAGE_CHARS);
        return shown.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
