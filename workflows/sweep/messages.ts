import { defineUpdate } from '@temporalio/workflow';
import { isDay } from '../../src/domain/calendar.js';
import { isSweepOver, type SweepSnapshot } from '../../src/domain/sweep/sweep.js';
import { toSweep } from '../../src/domain/sweep/view.js';
import { SWEEP_WEBHOOKS } from '../../src/domain/sweep/webhook-types.js';
import { SWEEP_STATES } from '../../src/domain/sweep/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type SweepInput = LifecycleInput<SweepSnapshot['terms'], SweepSnapshot>;

/** Compares the day, or joins the comparison that runs; returns it as it is. */
export const sweepNow = defineUpdate<SweepSnapshot>('sweepNow');

const commands = {
  // a day may be swept again: each request after the last one has ended starts another run
  sweep: { update: sweepNow, takes: 0, start: { answerFrom: () => undefined } },
} as const;

export const SWEEP: LifecycleKind<SweepSnapshot['terms'], SweepSnapshot, typeof commands> = {
  noun: 'sweep',
  about: "A day compared with the gateway's records.",
  prefix: 'sweep',
  type: 'sweepDay',
  path: '/v1/sweeps',
  firstState: 'COMPARING',
  states: SWEEP_STATES,
  isOver: ({ state }) => isSweepOver(state),
  freeText: [],
  summaryOf: ({ reference }) => `Sweep of ${reference}`,
  toView: toSweep,
  viewName: 'sweep',
  webhooks: SWEEP_WEBHOOKS,
  takesEvents: false,
  isReference: isDay,
  commands,
};
