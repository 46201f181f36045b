import { Refusal } from '../http/refusal.js';
import { ENVELOPE, json, type Reply } from '../http/reply.js';
import { type Struck } from './faults.js';
import { readJson, rewrite } from './strike.js';

/** What the sandbox has seen written, and when, for reads that lag behind. */
export interface Sightings {
  note(references: readonly string[], at: number): void;
  ageOf(reference: string, now: number): number;
}

const REMEMBERED = 10_000;

export function createSightings(): Sightings {
  const seen = new Map<string, number>();
  return {
    note(references, at) {
      for (const reference of references) if (!seen.has(reference)) seen.set(reference, at);
      for (const oldest of seen.keys()) {
        if (seen.size <= REMEMBERED) return;
        seen.delete(oldest);
      }
    },
    ageOf: (reference, now) => now - (seen.get(reference) ?? -Infinity),
  };
}

/** Not found, though it is there: a single record is refused, a listing is empty. */
export function lagging(reply: Reply, isPayout: boolean): Reply {
  const { responseBody } = (readJson(reply.body) ?? {}) as { responseBody?: { content?: unknown } };
  if (responseBody && Array.isArray(responseBody.content)) {
    const empty = { ...responseBody, content: [], totalElements: 0, numberOfElements: 0, empty: true };
    return json(200, {
      requestSuccessful: true,
      responseMessage: 'success',
      responseCode: '0',
      responseBody: empty,
    });
  }
  const code = isPayout ? 'D02' : '99';
  return ENVELOPE.refusal(new Refusal(404, 'Could not find a record matching supplied reference', code));
}

const STATUS = /status$/i;

/** Every other time the status is another. */
export function flapping(reply: Reply, { fault, earlier }: Struck): Reply {
  if (fault.kind !== 'flap' || earlier % 2 === 1) return reply;
  const body = rewrite(reply.body, (key, value) => (STATUS.test(key) ? fault.status : value));
  return { ...reply, body };
}
