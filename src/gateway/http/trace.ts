import { randomUUID } from 'node:crypto';
import type { FailureKind } from '../../domain/failure.js';
import type { CallOutcome } from '../reading/classify.js';
import { findDrift } from '../reading/drift.js';
import type { Endpoint } from '../spec/endpoint.js';
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
  /** Never to be logged. */
  readonly keys: readonly string[];
  readonly log: GatewayLog | undefined;
  readonly meter: GatewayMeter;
}

export interface Seen {
  readonly outcome: CallOutcome;
  readonly httpStatus?: number;
  /** The credentials of the attempt, which a refusal may repeat. */
  readonly credentials?: string;
}

/** Traces one call: gives it an id, measures it, and is the only place that logs and counts it. */
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
  conclude({ outcome, httpStatus, credentials }: Seen): unknown {
    const context = this.#context(httpStatus === undefined ? {} : { httpStatus });
    if (outcome.kind === 'failed') throw this.#failure(outcome, context, credentials);
    const result = outcome.kind === 'ok' ? 'ok' : outcome.as;
    this.#watch.meter.observeCall(context.endpoint, result, context.ms);
    this.#watch.log?.info({ ...context, outcome: result }, 'gateway call');
    if (outcome.kind === 'refused') {
      return { kind: outcome.as, code: outcome.code, message: this.#safe(outcome.message, credentials) };
    }
    this.#reportDrift(outcome.wire);
    return { kind: 'ok', body: outcome.body };
  }

  /**
   * The error for a request that was refused before anything was sent: our own message, without the value.
   */
  refuse({ message, field }: InvalidRequest): GatewayError {
    return this.#fail('rejected-request', message, this.#context({ field }));
  }

  #failure(
    { as, reason, code }: Extract<CallOutcome, { kind: 'failed' }>,
    context: CallContext,
    credentials: string | undefined,
  ): GatewayError {
    const responseCode = code !== undefined && { responseCode: this.#safe(code, credentials) };
    return this.#fail(as, this.#safe(reason, credentials), { ...context, ...responseCode });
  }

  #fail(kind: FailureKind, reason: string, context: CallContext): GatewayError {
    this.#watch.meter.observeCall(context.endpoint, kind, context.ms);
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

  /** Counts every drift, and logs each one once. */
  #reportDrift(wire: unknown): void {
    const { log, meter } = this.#watch;
    const { name: endpoint, reply } = this.#endpoint;
    const drift = findDrift(reply, wire).filter((field) => meter.countDrift(endpoint, field));
    if (drift.length === 0) return;
    log?.warn(
      { endpoint, requestId: this.#requestId, drift },
      "the gateway's reply differs from the contract",
    );
  }
}
