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

/** Messages with the same meaning; all of them are in `refusals.ts`. */
export interface Wording {
  readonly meaning: string;
  readonly pattern: RegExp;
}

/** How one of the gateway's refusals is recognised; every given part must match. */
export interface Sign {
  readonly status?: number;
  readonly code?: string;
  readonly message?: Wording;
}

/**
 * How to find out whether a call without a reply had its effect. The workflow that sends the call makes this
 * check; a test compares it with the read that is named here.
 */
export type Absence =
  /** The not-found of this read, by this field, proves that nothing happened. */
  | { readonly read: string; readonly by: string }
  /** What was created is found in this listing, by these fields. */
  | { readonly listing: string; readonly by: readonly string[] }
  /** The call is sent again, for this reason. */
  | { readonly repeat: string }
  /** No not-found is possible; this is what its status shows instead. */
  | { readonly status: string; readonly reason: string };

export interface EndpointDefinition {
  /** Also the name of its activity, if it has one. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fields in braces are taken from the request and percent-encoded into the path. */
  readonly path: `/api/v${1 | 2}/${string}`;
  readonly effect: Effect;
  readonly auth?: 'basic';
  /** Flat, in the gateway's spelling and with our values; parses into the wire format. */
  readonly request: z.ZodObject;
  /** The field whose value is the whole body, where the gateway expects an array. */
  readonly bodyFrom?: string;
  /** Fields that the client adds from its configuration when the request leaves them out. */
  readonly supplies?: Readonly<Record<string, 'apiKey' | 'contractCode' | 'wallet'>>;
  /** Parses the reply into our values. */
  readonly reply: z.ZodType;
  /** The part of the reply that may enter Temporal, where not all of it may. */
  readonly keeps?: z.ZodType;
  /** Neither request nor reply may enter Temporal: it has no activity, and only the vault calls it. */
  readonly outsideTemporal?: true;
  /** Request fields that must never enter Temporal: the activity gets a handle to them instead. */
  readonly secrets?: readonly string[];
  /** The field by which the gateway recognises a repeat. */
  readonly reference?: string;
  /** Refusals that the workflow acts on: they are answers, not failures. */
  readonly answers?: Readonly<Record<string, readonly Sign[]>>;
  /** Response codes that mean a failure kind, whatever their HTTP status. */
  readonly failures?: Readonly<Record<string, FailureKind>>;
  readonly absence?: Absence;
  readonly deadlineMs?: number;
  /** `specification`, or the public material that describes it. */
  readonly source: string;
}

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & {
  readonly version: 1 | 2;
  /** When the gateway retires this path; version 1 ends as a whole. */
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

/** The part of the answer that may enter Temporal. */
export type KeptAnswerOf<E extends EndpointDefinition> = E extends { keeps: infer Kept extends z.ZodType }
  ? Answer<z.output<Kept>, KindsOf<E>>
  : AnswerOf<E>;
