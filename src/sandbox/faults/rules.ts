import { z } from 'zod';

/** Whom a rule strikes, and how often. */
const aim = {
  name: z.string().max(200).optional(),
  merchant: z.string().optional(),
  /** Exact, or with * for any characters. */
  reference: z.string().optional(),
  /** How many that fit are spared first. */
  skip: z.int().nonnegative().default(0),
  /** How many are struck after that; null: all. Without it one, or all of those that last. */
  times: z.int().positive().nullable().optional(),
  /** Of those that are due, this share is struck, by lot from the seed. */
  chance: z.number().min(0).max(1).default(1),
};

const ms = z.int().nonnegative().max(86_400_000);

/** Another type than the specification gives, in one field by its name or in every field that decides nothing. */
const drift = z.strictObject({
  kind: z.literal('drift'),
  into: z.enum(['null', 'other-type', 'text', 'number', 'extra', 'missing']),
  /** last4, or with the names above it: cardDetails.last4. For extra: what the new field is called. */
  field: z.string().min(1).optional(),
});

const call = z.strictObject({
  on: z.literal('call'),
  ...aim,
  /** Names of the contract; without it, any endpoint. */
  endpoint: z.union([z.string(), z.array(z.string())]).optional(),
  /** before: nothing is processed. after: it is, and the answer is lost or spoiled. */
  when: z.enum(['before', 'after']).default('after'),
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms }),
    z.strictObject({ kind: z.literal('reset') }),
    z.strictObject({ kind: z.literal('unauthorized') }),
    z.strictObject({ kind: z.literal('rate-limited'), retryAfterSeconds: z.int().positive().default(2) }),
    z.strictObject({ kind: z.literal('error') }),
    z.strictObject({ kind: z.literal('bad-gateway') }),
    z.strictObject({ kind: z.literal('truncated') }),
    z.strictObject({ kind: z.literal('garbage') }),
    z.strictObject({ kind: z.literal('wrong-envelope') }),
    z.strictObject({ kind: z.literal('wrong-reference') }),
    /** Reads show records as they were so long ago; `reference` names the records. */
    z.strictObject({ kind: z.literal('lag'), ms }),
    /** Every other answer shows this status instead of the true one. */
    z.strictObject({ kind: z.literal('flap'), status: z.string() }),
    drift,
    /** Pages of at most this size, whatever was asked for. */
    z.strictObject({ kind: z.literal('page-cap'), size: z.int().positive() }),
    /** Listings in the opposite order. */
    z.strictObject({ kind: z.literal('page-order') }),
    /** So many rows arrive at the head of the listing after its first page was read. */
    z.strictObject({ kind: z.literal('page-arrivals'), rows: z.int().positive() }),
  ]),
});

const event = z.strictObject({
  on: z.literal('event'),
  ...aim,
  event: z.string().optional(),
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('drop') }),
    z.strictObject({ kind: z.literal('delay'), ms }),
    z.strictObject({ kind: z.literal('duplicate'), copies: z.int().min(2).max(20).default(2) }),
    /** Held back until a later event of the merchant has arrived, or a minute has passed. */
    z.strictObject({ kind: z.literal('reorder') }),
    /** A false copy under a false signature comes first. */
    z.strictObject({ kind: z.literal('forge') }),
    z.strictObject({ kind: z.literal('unsigned') }),
    /** Signed with the secret from before the last rotation. */
    z.strictObject({ kind: z.literal('old-secret') }),
    z.strictObject({ kind: z.literal('mutate-amount'), amount: z.number().nonnegative().default(1) }),
    z.strictObject({ kind: z.literal('mutate-reference'), to: z.string().default('somebody-elses') }),
    z.strictObject({ kind: z.literal('unknown-kind') }),
    z.strictObject({ kind: z.literal('unreadable') }),
    drift,
  ]),
});

export const faultRule = z.discriminatedUnion('on', [call, event]);

export type FaultRule = z.infer<typeof faultRule>;
export type CallRule = z.infer<typeof call>;
export type EventRule = z.infer<typeof event>;
export type CallFault = CallRule['fault'];
export type EventFault = EventRule['fault'];

export type DriftFault = z.infer<typeof drift>;

/** How a gateway is for a while, rather than what happens to it once. */
const LASTING: ReadonlySet<string> = new Set<CallFault['kind'] | EventFault['kind']>([
  'lag',
  'flap',
  'drift',
  'page-cap',
  'page-order',
  'page-arrivals',
]);

export function timesOf({ times, fault }: FaultRule): number {
  if (times !== undefined) return times ?? Infinity;
  return LASTING.has(fault.kind) ? Infinity : 1;
}

export class FaultPlanError extends Error {
  override readonly name = 'FaultPlanError';
}

/** A plan is a rule or a list of them; what is wrong with it is said with its place. */
export function readFaultPlan(plan: unknown, endpoints: readonly string[]): FaultRule[] {
  const parsed = z.array(faultRule).safeParse(Array.isArray(plan) ? plan : [plan]);
  if (parsed.success) {
    for (const rule of parsed.data) refuseUnknownEndpoint(rule, endpoints);
    return parsed.data;
  }
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new FaultPlanError(`The fault plan cannot be read. ${problems.join('; ')}`);
}

/** A misspelt endpoint would never be struck, and a test that relied on it would prove nothing. */
function refuseUnknownEndpoint(rule: FaultRule, endpoints: readonly string[]): void {
  const named = rule.on === 'call' && rule.endpoint !== undefined ? [rule.endpoint].flat() : [];
  const unknown = named.find((name) => !endpoints.includes(name));
  if (unknown !== undefined) throw new FaultPlanError(`There is no endpoint ${unknown}`);
}
