import { randomUUID } from 'node:crypto';
import type { FailureKind } from '../domain/failure.js';
import type { Verdict } from './classify.js';
import { findDrift } from './drift.js';
import type { Endpoint } from './endpoint.js';
import { type CallContext, GatewayError } from './errors.js';
import type { GatewayMeter } from './meter.js';
import { redact, sensitiveValues } from './redact.js';
import type { InvalidRequest } from './request.js';

export interface GatewayLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What all calls of a client share. */
export interface Watch {
  /** Never to be repeated. */
  readonly keys: readonly string[];
  readonly log: GatewayLog | undefined;
  readonly meter: GatewayMeter;
}

export interface Seen {
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  /** What the attempt was authorised with, which a refusal may repeat. */
  readonly credentials?: string;
}

/** Follows one call: gives it an id, measures it, and is the only one that speaks of it. */
export class Trace {
  readonly #endpoint: Endpoint;
  readonly #request: object;
  readonly #watch: Watch;
  readonly #requestId = randomUUID();
  readonly #startedAt = performance.now();

  constructor(endpoint: Endpoint, request: object, watch: Watch) {
    this.#endpoint = endpoint;
    this.#request = request;
    this.#watch = watch;
  }

  /** Returns the answer or throws the failure, and logs either. */
  settle({ verdict, httpStatus, credentials }: Seen): unknown {
    const context = this.#context(httpStatus === undefined ? {} : { httpStatus });
    if (verdict.kind === 'failed') throw this.#failure(verdict, context, credentials);
    const outcome = verdict.kind === 'ok' ? 'ok' : verdict.as;
    this.#watch.log?.info({ ...context, outcome }, 'gateway call');
    if (verdict.kind === 'refused') {
      return { kind: verdict.as, code: verdict.code, message: this.#safe(verdict.message, credentials) };
    }
    this.#reportDrift(verdict.wire);
    return { kind: 'ok', body: verdict.body };
  }

  /** The error for a request that was refused before anything was sent: our own words, no value in them. */
  refuse({ message, field }: InvalidRequest): GatewayError {
    return this.#fail('rejected-request', message, this.#context({ field }));
  }

  #failure(
    { as, reason, code }: Extract<Verdict, { kind: 'failed' }>,
    context: CallContext,
    credentials: string | undefined,
  ): GatewayError {
    const responseCode = code !== undefined && { responseCode: this.#safe(code, credentials) };
    return this.#fail(as, this.#safe(reason, credentials), { ...context, ...responseCode });
  }

  #fail(kind: FailureKind, reason: string, context: CallContext): GatewayError {
    this.#watch.log?.warn({ ...context, outcome: kind, reason }, 'gateway call failed');
    return new GatewayError(kind, `${context.endpoint}: ${reason}`, context);
  }

  #context(more: Partial<CallContext>): CallContext {
    const { name, method, path } = this.#endpoint;
    const ms = Math.round((performance.now() - this.#startedAt) * 10) / 10;
    return { endpoint: name, method, path, requestId: this.#requestId, ms, ...more };
  }

  #safe(text: string, credentials: string | undefined): string {
    const secrets = [...this.#watch.keys, ...sensitiveValues(this.#request)];
    return redact(text, credentials === undefined ? secrets : [...secrets, credentials]);
  }

  /** Every time it is counted, and once it is logged. */
  #reportDrift(wire: unknown): void {
    const { log, meter } = this.#watch;
    const { name: endpoint, reply } = this.#endpoint;
    const drift = findDrift(reply, wire).filter((field) => meter.countDrift(endpoint, field));
    if (drift.length === 0) return;
    log?.warn({ endpoint, requestId: this.#requestId, drift }, 'the gateway has moved on from the contract');
  }
}
