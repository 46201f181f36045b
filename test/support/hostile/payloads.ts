import { expect } from 'vitest';
import { type ScriptedWorld, terms } from '../world/scripted-gateway.js';
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';

/** A workflow task with a megabyte in it takes seconds when the processors are shared. */
const ANSWER_LIMIT_MS = 60_000;

const bytes = (text: string) => new TextEncoder().encode(text);

function nested(depth: number): Payload {
  return plain('json/plain', '['.repeat(depth) + ']'.repeat(depth));
}

function plain(encoding: string, data: string): Payload {
  return { metadata: { encoding: bytes(encoding) }, data: bytes(data) };
}

export const value = (given: unknown): Payload[] => [defaultPayloadConverter.toPayload(given)];

/** The server takes up to two megabytes in one message. */
export const HUGE = 'x'.repeat(1_000_000);

/** So deeply nested that a recursive walk exhausts the stack. */
export const DEEP = 200_000;

/** Payloads that are not a message of Oware, by a readable name. */
export const GARBAGE: Readonly<Record<string, readonly Payload[]>> = {
  nothing: [],
  undefined: value(undefined),
  null: value(null),
  true: value(true),
  'a number': value(5),
  'an empty text': value(''),
  'a text': value('NaN'),
  'an empty list': value([]),
  'a list of nothing': value([null]),
  'an empty object': value({}),
  'an object of garbage': value({ reference: {}, key: [], kind: null, banks: 7, items: [null], handle: 0 }),
  'an object that calls itself malformed': value({ malformed: 'by its sender' }),
  'three arguments': [...value({}), ...value(null), ...value(1)],
  bytes: value(new Uint8Array([0, 255])),
  'a megabyte of text': value(HUGE),
  'an object with a megabyte in it': value({ reference: 'a', key: HUGE, reason: '' }),
  'lists nested without end': [nested(DEEP)],
  'broken JSON': [plain('json/plain', '{"key": ')],
  'no JSON at all': [plain('json/plain', '')],
  'an encoding that is not known': [plain('binary/unknown', 'abc')],
  'a payload without encoding': [{ metadata: {}, data: bytes('{}') }],
};

/** JSON text of an object that has a field nested without end. */
export function withDeepField(fields: object): Payload[] {
  const text = JSON.stringify(fields).slice(0, -1);
  return [plain('json/plain', `${text},"extra":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)];
}

/** The fields that tests read. */
interface Failure {
  readonly message?: string | null;
  readonly applicationFailureInfo?: { readonly type?: string | null } | null;
}

/** Sends what any client of Temporal can send, without Oware's client. */
export function createHostile({
  client,
  taskQueue,
}: {
  readonly client: Client;
  readonly taskQueue: string;
}) {
  const { workflowService: service } = client;
  const { namespace } = client.options;

  return {
    async signal(workflowId: string, signalName: string, payloads: readonly Payload[]): Promise<void> {
      await service.signalWorkflowExecution({
        namespace,
        workflowExecution: { workflowId },
        signalName,
        input: { payloads: [...payloads] },
        requestId: randomUUID(),
      });
    },
    /** The failure in the answer; undefined when the update was executed. */
    async update(
      workflowId: string,
      name: string,
      payloads: readonly Payload[],
    ): Promise<Failure | undefined> {
      const request = {
        namespace,
        workflowExecution: { workflowId },
        request: {
          meta: { updateId: randomUUID(), identity: 'hostile' },
          input: { name, args: { payloads: [...payloads] } },
        },
        waitPolicy: { lifecycleStage: 3 },
      };
      const { outcome } = await client.withDeadline(Date.now() + ANSWER_LIMIT_MS, () =>
        service.updateWorkflowExecution(request),
      );
      if (!outcome) throw new Error(`${name} was not answered`);
      return outcome.failure ?? undefined;
    },
    async start(workflowId: string, type: string, payloads: readonly Payload[]): Promise<void> {
      await service.startWorkflowExecution({
        namespace,
        workflowId,
        workflowType: { name: type },
        taskQueue: { name: taskQueue },
        input: { payloads: [...payloads] },
        requestId: randomUUID(),
      });
    },
  };
}

/** Another checkout completes: the worker serves it, whatever it was sent for others. */
export async function expectOthersServed(world: ScriptedWorld, what: string): Promise<void> {
  const reference = world.name(what);
  expect((await world.oware.checkouts.create(terms(reference))).kind).toBe('open');
  await world.oware.checkouts.cancel(reference);
  await world.closed(`checkout:${reference}`);
}
