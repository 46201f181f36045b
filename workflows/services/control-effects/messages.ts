import { defineQuery, defineUpdate } from '@temporalio/workflow';
import type {
  PausableQueue,
  Pause,
  PauseChange,
  PauseRequest,
  ResumeRequest,
} from '../../../src/domain/pause/pause.js';

/** Temporal's workflow type; `controlId` in the domain has the workflow id. */
export const CONTROL_EFFECTS = 'controlEffects';

/**
 * What Temporal does with the tasks of a queue. `not-supported`: this server cannot stop a task queue. `pending`: it has
 * not confirmed yet, and Oware keeps trying. Lifecycles hold back new sends in every case.
 */
export type Dispatch = 'stopped' | 'running' | 'not-supported' | 'pending';

export interface ControlState {
  readonly pauses: readonly Pause[];
  /** The latest changes, oldest first. */
  readonly changes: readonly PauseChange[];
  /** Only of queues that were paused or resumed as a whole. */
  readonly dispatch: Readonly<Partial<Record<PausableQueue, Dispatch>>>;
  /** Queues whose tasks Temporal does not treat yet as the pauses say. */
  readonly unapplied: readonly Unapplied[];
  /** When to wake paused lifecycles, in milliseconds since the epoch. */
  readonly wakes: readonly number[];
}

export interface Unapplied {
  readonly queue: PausableQueue;
  readonly dueAt: number;
  /** Attempts that failed. */
  readonly failed: number;
}

/** The first run starts with nothing, or with the pauses of a run that was terminated; a later one with everything. */
export type ControlInput = Partial<ControlState>;

export interface PauseAnswer {
  /** The pause that the command made or found; after a resume, the pause that it ended, if there was one. */
  readonly pause?: Pause;
  /** Only for a whole queue. */
  readonly dispatch?: Dispatch;
  /** Everything that is paused now. */
  readonly pauses: readonly Pause[];
}

/** Pauses a queue, or its sends to one bank. What is paused already stays as it is. */
export const pause = defineUpdate<PauseAnswer, [PauseRequest]>('pause');

/** Resumes it; changes nothing if it is not paused, except that the task queue is started again. */
export const resume = defineUpdate<PauseAnswer, [ResumeRequest]>('resume');

export const pauses = defineQuery<ControlState>('pauses');
