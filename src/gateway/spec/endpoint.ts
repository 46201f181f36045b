import type { z } from 'zod';
import type { FailureKind } from '../../domain/failure.js';
import { type Effect, HTTP_DEADLINE_MS } from '../../domain/timeouts.js';

export const GROUPS = [
  'Authentication',
  'Transactions',
  'Transfers',
  'Reserved accounts',
  'Invoices',
  'Recurring payment',
  'Direct debit',
  'Sub accounts',
  'Banks',
  'Refunds',
  'Settlements',
  'Limit profiles',
  'Verification',
  'Bills payment',
  'Wallets',
  'Paycode',
  'Notifications',
] as const;

export type Group = (typeof GROUPS)[number];

/** Sentences that mean the same; `refusals.ts` has all of them. */
export interface Wording {
  readonly says: string;
  readonly pattern: RegExp;
}

/** How one of the gateway's refusals is recognised; everything that is given must hold. */
export interface Sign {
  readonly status?: number;
  readonly code?: string;
  readonly message?: Wording;
}

/**
 * How it is learned whether a lost call had its effect. The workflow that sends the call does the asking; a test
 * holds it to the read that is named here.
 */
export type Absence =
  /** The not-found of this read, by this field, proves that nothing happened. */
  | { readonly read: string; readonly by: string }
  /** What was made is found again in this listing, by these fields. */
  | { readonly listing: string; readonly by: readonly string[] }
  /** The call is simply sent again, for this reason. */
  | { readonly repeat: string }
  /** No not-found ever comes; this is what its status tells instead. */
  | { readonly status: string; readonly reason: string };

export interface EndpointDefinition {
  /** Also the name of its activity. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fields in braces are taken out of the request and percent-encoded into the path. */
  readonly path: `/api/v${1 | 2}/${string}`;
  readonly effect: Effect;
  readonly auth?: 'basic';
  /** Flat, in the gateway's spelling and with our values; parses into what goes on the wire. */
  readonly request: z.ZodObject;
  /** The field whose value is the whole body, where the gateway takes an array. */
  readonly bodyFrom?: string;
  /** Fields that the client fills in from its own configuration when the request leaves them out. */
  readonly supplies?: Readonly<Record<string, 'apiKey' | 'contractCode'>>;
  /** Parses what came over the wire into our values. */
  readonly reply: z.ZodType;
  /** What of the reply may enter Temporal, where less than all of it. */
  readonly keeps?: z.ZodType;
  /** Request fields that must never enter Temporal: its activity takes a handle to them instead. */
  readonly secrets?: readonly string[];
  /** The field by which the gateway recognises a repeat. */
  readonly reference?: string;
  /** Refusals that tell the story something: they are answers, not failures. */
  readonly answers?: Readonly<Record<string, readonly Sign[]>>;
  /** Response codes that stand for a failure kind, whatever HTTP status they come with. */
  readonly failures?: Readonly<Record<string, FailureKind>>;
  readonly absence?: Absence;
  readonly deadlineMs?: number;
  /** `specification`, or where public material describes it. */
  readonly source: string;
}

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & {
  readonly version: 1 | 2;
  /** When the gateway retires this path; version 1 goes as a whole. */
  readonly retires: string | undefined;
  readonly deadlineMs: number;
};

const VERSION_1_RETIRES = '2026-05-01';

/** When the gateway retires a path; undefined while it does not. */
export function retirementOf(path: string): string | undefined {
  return path.startsWith('/api/v1/') ? VERSION_1_RETIRES : undefined;
}

export function defineEndpoint<const D extends EndpointDefinition>(definition: D): Endpoint<D> {
  return {
    ...definition,
    version: definition.path.startsWith('/api/v2/') ? 2 : 1,
    retires: retirementOf(definition.path),
    deadlineMs: definition.deadlineMs ?? HTTP_DEADLINE_MS[definition.effect],
  };
}

export type RequestOf<E extends EndpointDefinition> = z.input<E['request']>;

export interface Ok<Body> {
  readonly kind: 'ok';
  readonly body: Body;
}

/** A refusal that its endpoint declares. */
export interface Refused<Kind extends string> {
  readonly kind: Kind;
  readonly code: string;
  readonly message: string;
}

export type Answer<Body, Kind extends string> = [Kind] extends [never] ? Ok<Body> : Ok<Body> | Refused<Kind>;

type KindsOf<E> = E extends { answers: infer Answers } ? keyof Answers & string : never;

export type AnswerOf<E extends EndpointDefinition> = Answer<z.output<E['reply']>, KindsOf<E>>;

/** The answer as far as it may enter Temporal. */
export type KeptAnswerOf<E extends EndpointDefinition> = E extends { keeps: infer Kept extends z.ZodType }
  ? Answer<z.output<Kept>, KindsOf<E>>
  : AnswerOf<E>;
