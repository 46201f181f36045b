import { randomUUID } from 'node:crypto';
import type { FailureKind } from '../domain/failure.js';
import type { Verdict } from './classify.js';
import type { Endpoint } from './endpoint.js';
import { type CallContext, GatewayError } from './errors.js';
import { findDrift } from './drift.js';
import { redact, sensitiveValues } from './redact.js';
import type { InvalidRequest } from './request.js';

export interface GatewayLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface Seen {
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  /** What the attempt was authorised with, which a refusal may repeat. */
  readonly credentials?: string;
}

/** Follows one call: gives it an id, measures it, and is the only one that speaks of it. */
export interface Trace {
  /** Values in these fields will not be repeated, whoever repeats them to us. */
  hide(request: object): void;
  /** Returns the answer or throws the failure, and logs either. */
  settle(seen: Seen): unknown;
  /** The error for a request that was refused before anything was sent. */
  refuse(invalid: InvalidRequest): GatewayError;
}

/** What all calls of a client share. */
export interface Watch {
  readonly keys: readonly string[];
  readonly log: GatewayLog | undefined;
  /** Drift that has been told already; once is enough. */
  readonly reported: Set<string>;
}

export function openTrace(endpoint: Endpoint, { keys, log, reported }: Watch): Trace {
  const requestId = randomUUID();
  const startedAt = performance.now();
  let hidden: object = {};

  const safe = (text: string, credentials: readonly string[] = []) =>
    redact(text, [...keys, ...credentials, ...sensitiveValues(hidden)]);

  function context(more: Partial<CallContext>): CallContext {
    const { name, method, path } = endpoint;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    return { endpoint: name, method, path, requestId, ms, ...more };
  }

  function fail(kind: FailureKind, reason: string, more: Partial<CallContext>): GatewayError {
    const error = new GatewayError(kind, `${endpoint.name}: ${reason}`, context(more));
    log?.warn({ ...error.context, outcome: kind, reason }, 'gateway call failed');
    return error;
  }

  function reportDrift(wire: unknown): void {
    if (!log) return;
    const names = findDrift(endpoint.reply, wire).filter((name) => !reported.has(`${endpoint.name} ${name}`));
    if (names.length === 0) return;
    for (const name of names) reported.add(`${endpoint.name} ${name}`);
    log.warn(
      { endpoint: endpoint.name, requestId, drift: names },
      'the gateway has moved on from the contract',
    );
  }

  return {
    hide(request) {
      hidden = request;
    },
    settle({ verdict, httpStatus, credentials }) {
      const secrets = credentials === undefined ? [] : [credentials];
      const status = httpStatus !== undefined && { httpStatus };
      if (verdict.kind === 'failed') {
        const code = verdict.code !== undefined && { responseCode: safe(verdict.code, secrets) };
        throw fail(verdict.as, safe(verdict.reason, secrets), { ...status, ...code });
      }
      const outcome = verdict.kind === 'ok' ? 'ok' : verdict.as;
      log?.info({ ...context({ ...status }), outcome }, 'gateway call');
      if (verdict.kind === 'refused') {
        return { kind: verdict.as, code: verdict.code, message: safe(verdict.message, secrets) };
      }
      reportDrift(verdict.wire);
      return { kind: 'ok', body: verdict.body };
    },
    // our own words, in which no value is repeated
    refuse: (invalid) => fail('rejected-request', invalid.message, { field: invalid.field }),
  };
}
