import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventTakerOf } from '../../src/client/kinds.js';
import { readLifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { classify } from '../../src/gateway/reading/classify.js';
import { findDrift } from '../../src/gateway/reading/drift.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';
import { EVENT_KINDS, readEvent } from '../../src/gateway/events.js';
import { SPECIFICATION } from '../../src/gateway/spec/profile.js';
import * as take from '../../src/gateway/reading/reply-fields.js';
import { shapeOf } from '../../src/gateway/reading/reply-shape.js';
import { CASES } from './contract/cases.js';
import { completed, intolerable, type Mutant, tolerable } from './mutants.js';

/** Generated from the contract: a new endpoint or event is covered automatically. */
const endpoints = Object.values(ENDPOINTS) as Endpoint[];

function outcomeOf(endpoint: Endpoint, responseBody: unknown): string {
  const envelope = { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody };
  return classify(endpoint, { kind: 'reply', status: 200, text: JSON.stringify(envelope) }).kind;
}

test('a field that is declared in another way, strict and not deciding, is found', () => {
  const reply = take.record({ id: take.text, lapse: z.string().nullish(), good: take.maybeText });
  const mutants = tolerable(shapeOf(reply), { id: 'a', lapse: 'b', good: 'c' });
  const unreadable = mutants.filter(({ body }) => !reply.safeParse(body).success);
  expect(unreadable.map(({ name }) => name)).toEqual(['lapse: a number for text', 'lapse: an object']);
});

test('every endpoint has a sample reply', () => {
  const without = endpoints.filter(
    ({ name, reply }) =>
      CASES[name as EndpointName].replies === undefined && shapeOf(reply).kind !== 'anything',
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const shape = shapeOf(endpoint.reply);
  const sample = CASES[name as EndpointName].replies;
  const mutants = tolerable(shape, sample);

  test('the sample is readable, and without drift, with every known field filled in', () => {
    expect(outcomeOf(endpoint, completed(shape, sample))).toBe('ok');
    expect(findDrift(endpoint.reply, completed(shape, sample))).toEqual([]);
  });

  test('a field that decides nothing never makes the reply unreadable', () => {
    const unreadable = mutants.filter(({ body }) => outcomeOf(endpoint, body) !== 'ok');
    expect(unreadable.map((mutant) => mutant.name)).toEqual([]);
  });

  test('a field of another type is reported as drift, by its name', () => {
    const unreported = mutants.filter(
      ({ drift, body }) => drift && !findDrift(endpoint.reply, body).includes(drift),
    );
    expect(unreported.map((mutant) => mutant.name)).toEqual([]);
  });

  test('without a deciding field, the reply is not trusted', () => {
    const believed = intolerable(shape, sample).filter(({ body }) => outcomeOf(endpoint, body) === 'ok');
    expect(believed.map((mutant) => mutant.name)).toEqual([]);
  });
});

const FIXTURES = join(import.meta.dirname, '../fixtures/gateway/events');

interface Body {
  readonly eventType: string;
  readonly eventData: unknown;
}

const events = readdirSync(FIXTURES).map((file): [string, Body] => [
  file.replace('.json', ''),
  JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Body,
]);

const names = EVENT_KINDS.flatMap((kind) => kind.names);
const read = (body: object) => readEvent(Buffer.from(JSON.stringify(body)));

test('every kind of event has a sample', () => {
  const shown = new Set(events.map(([, { eventType }]) => eventType));
  expect(names.filter((name) => !shown.has(SPECIFICATION[name]))).toEqual([]);
});

const taken = events.flatMap(([name, body]) => {
  const event = read(body);
  return 'forLifecycle' in event ? [[name, event, event.forLifecycle] as const] : [];
});

test.each(taken)('%s reaches a lifecycle that takes events, with every field', (_, { address }, event) => {
  expect(eventTakerOf(address.lifecycle)).toBeDefined();
  expect(readLifecycleEvent({ ...event })).toEqual(event);
});

describe.each(events)('%s', (_, { eventType, eventData }) => {
  const kind = EVENT_KINDS.find((each) => each.names.some((name) => SPECIFICATION[name] === eventType));
  const shape = shapeOf(kind!.schemaOf(eventData));
  const base = read({ eventType, eventData });
  const kindOf = ({ body }: Mutant) => read({ eventType, eventData: body }).kind;

  test('wakes its lifecycle whatever is odd in fields that are never trusted', () => {
    expect(base.kind).not.toBe('unmatched-event');
    const unmatched = tolerable(shape, eventData).filter((mutant) => kindOf(mutant) !== base.kind);
    expect(unmatched.map(({ name }) => name)).toEqual([]);
  });

  test('is unmatched without its references', () => {
    const mutants = intolerable(shape, eventData);
    expect(mutants.length).toBeGreaterThan(0);
    expect(mutants.filter((mutant) => kindOf(mutant) !== 'unmatched-event').map(({ name }) => name)).toEqual(
      [],
    );
  });
});
