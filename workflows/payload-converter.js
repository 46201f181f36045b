import { defaultPayloadConverter, ValueError } from '@temporalio/common';

// Plain JavaScript: Temporal loads it by its path, in every client and worker and again inside the workflow bundle.

/** The encoding that codecs give an encrypted payload. */
const ENCRYPTED = 'binary/encrypted';

/**
 * Replaces a value that could not be decoded. The reason describes the payload without quoting it, because it
 * may be logged or shown in the Web UI.
 *
 * @param {string} reason
 */
export function malformed(reason) {
  return { malformed: reason };
}

/**
 * By shape, not by identity: the value stays recognisable after it was written to Temporal and read again. A
 * sender who writes this shape themselves is treated like one whose payload cannot be decoded.
 *
 * @param {unknown} value
 *
 * @returns {value is ReturnType<typeof malformed>}
 */
export function isMalformed(value) {
  if (typeof value !== 'object' || value === null || !('malformed' in value)) return false;
  return typeof value.malformed === 'string' && Object.keys(value).length === 1;
}

/**
 * Temporal decodes the payload of a signal before any handler runs, and an error there fails the workflow task
 * again on every retry: one bad signal, sent by anyone with access to the namespace, would stop a checkout for
 * good. So an undecodable payload becomes a value that handlers can recognise and refuse.
 *
 * A payload that is still encrypted is the one exception. It is sound, and this process lacks the codec for it: the
 * task must fail until the keys are there, because what a workflow decides without them stays in its history.
 *
 * @type {import('@temporalio/common').PayloadConverter}
 */
export const payloadConverter = {
  toPayload: (value, context, hint) => defaultPayloadConverter.toPayload(value, context, hint),
  fromPayload: (payload, context, hint) => {
    try {
      return defaultPayloadConverter.fromPayload(payload, context, hint);
    } catch {
      // the converter returns a value of any type
      return /** @type {any} */ (malformed(findReason(payload)));
    }
  },
};

/**
 * Not the decoder's own message, because that quotes the payload.
 *
 * @param {import('@temporalio/common').Payload | null | undefined} payload
 */
function findReason(payload) {
  const encoding = payload?.metadata?.['encoding'];
  if (!encoding) return 'missing encoding';
  const name = Array.from(encoding, (byte) => String.fromCharCode(byte)).join('');
  if (name === ENCRYPTED)
    throw new ValueError(
      'The payload is encrypted, and this process has no codec for it. Configure the codec keys.',
    );
  if (name !== 'json/plain') return 'unknown encoding';
  return payload.data?.length ? 'broken JSON' : 'no data';
}
