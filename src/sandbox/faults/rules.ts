import { z } from 'zod';

/** What a rule matches, and how often it strikes. */
const aim = {
  name: z.string().max(200).optional(),
  merchant: z.string().optional(),
  /** Exact, or with * for any characters. */
  reference: z.string().optional(),
  /** How many matches are skipped first. */
  skip: z.int().nonnegative().default(0),
  /** How many matches it strikes after that; null: all. Default: one, or all for lasting faults and for a time. */
  times: z.int().positive().nullable().optional(),
  /** How long it strikes from when it was planned, by the sandbox's clock; without it until it is cleared. */
  seconds: z.int().positive().max(86_400).optional(),
  /** The probability of a strike, drawn from the seed. */
  chance: z.number().min(0).max(1).default(1),
};

const ms = z.int().nonnegative().max(86_400_000);

/** Another type than the specification says, in one named field or in every non-deciding field. */
const drift = z.strictObject({
  kind: z.literal('drift'),
  into: z.enum(['null', 'other-type', 'text', 'number', 'extra', 'missing']),
  /** A name (last4) or a path (cardDetails.last4). For extra: the name of the new field. */
  field: z.string().min(1).optional(),
});

const call = z.strictObject({
  on: z.literal('call'),
  ...aim,
  /** Endpoint names of the contract; any endpoint without it. */
  endpoint: z.union([z.string(), z.array(z.string())]).optional(),
  /** before: the call is not processed. after: it is processed, and its response is lost or damaged. */
  when: z.enum(['before', 'after']).default('after'),
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms }),
    z.strictObject({ kind: z.literal('reset') }),
    z.strictObject({ kind: z.literal('unauthorized') }),
    z.strictObject({ kind: z.literal('rate-limited'), retryAfterSeconds: z.int().positive().default(2) }),
    z.strictObject({ kind: z.literal('error') }),
    /** A refusal in the gateway's envelope, with any code. */
    z.strictObject({
      kind: z.literal('refusal'),
      code: z.string().min(1).max(20),
      message: z.string().max(200).default('Something went wrong'),
      status: z.int().min(200).max(599).default(400),
    }),
    z.strictObject({ kind: z.literal('bad-gateway') }),
    z.strictObject({ kind: z.literal('truncated') }),
    z.strictObject({ kind: z.literal('garbage') }),
    z.strictObject({ kind: z.literal('wrong-envelope') }),
    z.strictObject({ kind: z.literal('wrong-reference') }),
    /** Reads show records as they were this long ago; `reference` selects the records. */
    z.strictObject({ kind: z.literal('lag'), ms }),
    /** Every other response has this status instead of the true one. */
    z.strictObject({ kind: z.literal('flap'), status: z.string() }),
    drift,
    /** Limits pages to this size, whatever the request says. */
    z.strictObject({ kind: z.literal('page-cap'), size: z.int().positive() }),
    /** Listings in reverse order. */
    z.strictObject({ kind: z.literal('page-order') }),
    /** This many rows are added at the head of the listing after its first page was read. */
    z.strictObject({ kind: z.literal('page-arrivals'), rows: z.int().positive() }),
    /** Every later page has the rows of the first. */
    z.strictObject({ kind: z.literal('page-repeat') }),
    /** The last rows of the listing are missing, and are not in its totals. */
    z.strictObject({ kind: z.literal('page-short'), rows: z.int().positive() }),
    /** The same, and its totals count them. */
    z.strictObject({ kind: z.literal('page-hides'), rows: z.int().positive() }),
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
    /** Held back until a later event of the merchant is delivered, at most a minute. */
    z.strictObject({ kind: z.literal('reorder') }),
    /** A forged copy with an invalid signature is sent first. */
    z.strictObject({ kind: z.literal('forge') }),
    z.strictObject({ kind: z.literal('unsigned') }),
    /** Signed with the secret from before the last rotation. */
    z.strictObject({ kind: z.literal('old-secret') }),
    z.strictObject({ kind: z.literal('mutate-amount'), amount: z.number().nonnegative().default(1) }),
    z.strictObject({ kind: z.literal('mutate-reference'), to: z.string().default('another-reference') }),
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

/** Faults that last until they are cleared, rather than strike once. */
const LASTING: ReadonlySet<string> = new Set<CallFault['kind'] | EventFault['kind']>([
  'lag',
  'flap',
  'drift',
  'page-cap',
  'page-order',
  'page-arrivals',
  'page-repeat',
  'page-short',
  'page-hides',
]);

export function timesOf({ times, seconds, fault }: FaultRule): number {
  if (times !== undefined) return times ?? Infinity;
  return seconds !== undefined || LASTING.has(fault.kind) ? Infinity : 1;
}

export class FaultPlanError extends Error {
  override readonly name = 'FaultPlanError';
}

/** Reads a plan: a rule or a list of rules. Errors name the path of the invalid value. */
export function readFaultPlan(plan: unknown, endpoints: readonly string[]): FaultRule[] {
  const parsed = z.array(faultRule).safeParse(Array.isArray(plan) ? plan : [plan]);
  if (parsed.success) {
    for (const rule of parsed.data) refuseUnknownEndpoint(rule, endpoints);
    return parsed.data;
  }
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new FaultPlanError(`Invalid fault plan: ${problems.join('; ')}`);
}

/** A misspelt endpoint would never match, and a test that relies on it would prove nothing. */
function refuseUnknownEndpoint(rule: FaultRule, endpoints: readonly string[]): void {
  const named = rule.on === 'call' && rule.endpoint !== undefined ? [rule.endpoint].flat() : [];
  const unknown = named.find((name) => !endpoints.includes(name));
  if (unknown !== undefined)
    throw new FaultPlanError(
      `Invalid fault plan: unknown endpoint ${unknown}. Run \`oware endpoints\` for the list.`,
    );
}
