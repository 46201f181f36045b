import type { RequestOf } from '../../../src/gateway/spec/endpoint.js';
import type { EndpointName, Endpoints } from '../../../src/gateway/endpoints.js';

/** HTTP status, response code, message, and the kind of answer or failure that it must become. */
export type Refusal = readonly [status: number, code: string, message: string, becomes: string];

export interface ContractCase<Name extends EndpointName> {
  /** Our request, with our values. */
  readonly request: RequestOf<Endpoints[Name]>;
  /** Method, path and query on the wire. */
  readonly sends: string;
  /** The body on the wire, to the byte; absent where there is none. */
  readonly body?: string;
  /** The responseBody of a success. */
  readonly replies: unknown;
  /** The expected result. */
  readonly gives: unknown;
  readonly refuses?: readonly Refusal[];
}

export type ContractCases = { readonly [Name in EndpointName]: ContractCase<Name> };

/** Those of some endpoints. */
export type SomeCases = Partial<ContractCases>;
