import { ServiceError } from '@temporalio/client';
import { expect, it } from 'vitest';
import { isUnavailable } from '../../src/client/timeouts.js';

/** As the gRPC library creates them. */
const grpcError = (code: number, details: string) =>
  Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} });

it.for([
  ['the deadline passed at the client', grpcError(4, 'Deadline exceeded')],
  ['the deadline passed at the server, which resets the call', grpcError(1, 'Call cancelled')],
  ['no server listens', grpcError(14, 'No connection established')],
  ['the SDK has wrapped it', new ServiceError('it failed', { cause: grpcError(1, 'Call cancelled') })],
] as const)('Temporal did not answer when %s', ([, error]) => {
  expect(isUnavailable(error)).toBe(true);
});

it.for([
  ['a refusal', grpcError(3, 'invalid argument')],
  ['a programming error', new TypeError('not a function')],
] as const)('%s is an answer', ([, error]) => {
  expect(isUnavailable(error)).toBe(false);
});
