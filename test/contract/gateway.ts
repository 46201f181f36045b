import { randomBytes } from 'node:crypto';
import { expect, test as base, vi } from 'vitest';
import type { z } from 'zod';
import { type Kobo, kobo } from '../../src/domain/money.js';
import { createGatewayClient } from '../../src/gateway/http/client.js';
import type { AnswerOf, RequestOf } from '../../src/gateway/spec/endpoint.js';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';
import { GatewayError } from '../../src/gateway/http/errors.js';
import { createPeople, type People } from './people.js';
import { type BankAccount, type Credentials, openTarget, type Target } from './target.js';

type Contract = typeof ENDPOINTS;
export type Request<Name extends EndpointName> = RequestOf<Contract[Name]>;
type Answer<Name extends EndpointName> = AnswerOf<Contract[Name]>;
type Body<Name extends EndpointName> = z.output<Contract[Name]['reply']>;

export interface Gateway {
  readonly wallet: string;
  call<Name extends EndpointName>(name: Name, request: Request<Name>): Promise<Answer<Name>>;
  /** The body of a response that must be a success. */
  ok<Name extends EndpointName>(name: Name, request: Request<Name>): Promise<Body<Name>>;
  /** The error of a call that must fail. */
  failure<Name extends EndpointName>(name: Name, request: Request<Name>): Promise<GatewayError>;
  /** Skips the test where the gateway is not Oware's sandbox. */
  people(): People;
  /** An account that name enquiry finds, with its name. */
  payee(): Promise<BankAccount & { readonly accountName: string }>;
  /** The gateway's current time plus this many days. */
  inDays(days: number): Promise<string>;
  /** The same gateway as another merchant. */
  as(merchant: Credentials): Gateway;
}

/** Observations of the whole suite. */
export const seen = {
  called: new Set<string>(),
  drift: [] as object[],
  /** Skipped tests, by reason. */
  leftOut: new Map<string, string[]>(),
};

vi.setConfig({ testTimeout: 60_000 });

export const target = await openTarget(process.env);
const clients = new Map<string, ReturnType<typeof createGatewayClient>>();

export async function closeAll(): Promise<void> {
  for (const client of clients.values()) await client.close();
  await target.close();
}

/** A test with the gateway as a fixture. */
export const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ task, skip }, use) => {
    const leaveOut = (reason: string): never => {
      const name = `${task.suite?.name ?? ''} ${task.name}`.trim();
      seen.leftOut.set(reason, [...(seen.leftOut.get(reason) ?? []), name]);
      return skip(reason);
    };
    await use(openGateway(target, target.credentials, leaveOut));
  },
});

type LeaveOut = (reason: string) => never;

function openGateway(at: Target, merchant: Credentials, leaveOut: LeaveOut): Gateway {
  const client = clientOf(at, merchant);
  const gateway: Gateway = {
    wallet: merchant.walletAccountNumber,
    async call(name, request) {
      seen.called.add(name);
      try {
        return await client.call(ENDPOINTS[name], request);
      } catch (error) {
        if (at.isSandbox || !(error instanceof GatewayError) || error.kind !== 'not-authorised') throw error;
        return leaveOut(`the merchant has no access to ${name}`);
      }
    },
    async ok<Name extends EndpointName>(name: Name, request: Request<Name>) {
      const answer = await gateway.call(name, request);
      expect(answer, name).toMatchObject({ kind: 'ok' });
      return (answer as { body: Body<Name> }).body;
    },
    async failure(name, request) {
      seen.called.add(name);
      const failed = client.call(ENDPOINTS[name], request).then(
        () => expect.fail(`${name} did not fail`),
        (error: unknown) => error,
      );
      const error = await failed;
      if (!(error instanceof GatewayError)) throw error;
      return error;
    },
    people: () =>
      at.isSandbox
        ? createPeople(at.url)
        : leaveOut("only Oware's sandbox can simulate customers and move its clock"),
    async payee() {
      if (!at.payee) return leaveOut('OWARE_TEST_CONTRACT_PAYEE is not set');
      const { accountName } = await gateway.ok('enquireName', at.payee);
      return { ...at.payee, accountName };
    },
    inDays: async (days) => new Date((await nowAt(at)) + days * 86_400_000).toISOString(),
    as: (other) => openGateway(at, other, leaveOut),
  };
  return gateway;
}

/** One client per merchant, because a client reports each drift once. */
function clientOf({ url, profile }: Target, { apiKey, secretKey, contractCode }: Credentials) {
  const known = clients.get(apiKey);
  if (known) return known;
  const client = createGatewayClient({
    baseUrl: url,
    apiKey,
    secretKey,
    contractCode,
    profile,
    log: {
      info: () => undefined,
      warn: (fields) => {
        if ('drift' in fields) seen.drift.push(fields);
      },
    },
  });
  clients.set(apiKey, client);
  return client;
}

async function nowAt({ isSandbox, url }: Target): Promise<number> {
  if (!isSandbox) return Date.now();
  const clock = (await (await fetch(`${url}/sandbox/clock`)).json()) as { now: string };
  return Date.parse(clock.now);
}

const RUN = randomBytes(4).toString('hex');
let count = 0;

/** New in every run: a real gateway remembers references of earlier runs. */
export const newReference = (what: string): string => `${what}-${RUN}-${(count += 1)}`;

/** At least a hundred naira, and unique: the same amount within two minutes is refused as a duplicate. */
export const newAmount = (): Kobo => kobo(100_00 + (Number.parseInt(RUN, 16) % 10_000) + (count += 1));
