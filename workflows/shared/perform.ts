import { sleep } from '@temporalio/workflow';
import { type FailureKind, FAILURES } from '../../src/domain/failure.js';
import type { Settings } from '../../src/domain/settings.js';
import type { Evidence } from '../../src/domain/story.js';
import { failureKind, failureReason } from './failures.js';
import { pauseBefore } from './plan.js';
import { timestamp } from './record.js';

/** What a question tells about a deed whose answer was lost. */
export type Finding<Answer> =
  | { readonly kind: 'found'; readonly answer: Answer; readonly saw: string }
  /** The gateway knows nothing of it; believed when it says so twice, with a pause between. */
  | { readonly kind: 'absent'; readonly saw: string }
  | { readonly kind: 'undecided'; readonly saw: string };

export interface Deed<Answer> {
  /** What it does, for people: "Open order-1". */
  readonly summary: string;
  /** One attempt. `ask-first` as an answer means that only a question can tell whose it was. */
  send(afterUnknown: boolean): Promise<Answer | 'ask-first'>;
  /** By the same reference. */
  ask(): Promise<Finding<Answer>>;
  /** How often it may be sent again when it was proven that the last one had no effect. */
  readonly mostRepeats: number;
  /** When it makes no sense any more, in milliseconds since the epoch. */
  readonly notAfter: number;
  /** False as soon as nobody wants it done any more. */
  readonly isWanted: () => boolean;
}

export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The gateway read it and said no, or it was never sent: nothing happened. */
  | { readonly kind: 'refused'; readonly failure: FailureKind; readonly reason: string }
  | { readonly kind: 'not-done'; readonly reason: string }
  /** It may have happened. */
  | { readonly kind: 'unknown'; readonly evidence: readonly Evidence[] };

/**
 * Does one thing at the gateway, once. What surely had no effect is repeated by timer; what may have had one
 * is asked about until the gateway tells, and sent again, under the same reference, only when it was proven
 * absent. No passing of time turns unknown into failed.
 */
export async function perform<Answer>(deed: Deed<Answer>, settings: Settings): Promise<Outcome<Answer>> {
  const evidence: Evidence[] = [];
  let repeats = 0;
  for (let attempt = 0; ; attempt++) {
    const sent = await attemptOnce(deed, evidence.length > 0);
    if (sent.kind === 'answered') return sent;
    const { retry } = FAILURES[sent.failure];
    if (retry === 'never') return { kind: 'refused', failure: sent.failure, reason: sent.reason };
    if (retry === 'ask-first') {
      evidence.push({ at: timestamp(), saw: sent.reason });
      const found = await resolve(deed, settings, evidence);
      if (found.kind !== 'absent') return found;
      if (repeats++ >= deed.mostRepeats)
        return { kind: 'not-done', reason: 'the gateway knows nothing of it' };
    } else {
      const pause = pauseBefore(settings.tryAgainMs, attempt);
      if (Date.now() + pause < deed.notAfter)
        await sleep(pause, { summary: `${deed.summary} again: ${sent.failure}` });
      else return { kind: 'not-done', reason: sent.reason };
    }
    if (!deed.isWanted()) return { kind: 'not-done', reason: 'it is not wanted any more' };
    if (Date.now() >= deed.notAfter) return { kind: 'not-done', reason: 'its time was over' };
  }
}

type Sent<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly reason: string };

async function attemptOnce<Answer>(deed: Deed<Answer>, afterUnknown: boolean): Promise<Sent<Answer>> {
  try {
    const answer = await deed.send(afterUnknown);
    if (answer !== 'ask-first') return { kind: 'answered', answer };
    return {
      kind: 'failed',
      failure: 'outcome-unknown',
      reason: 'the gateway says that it was done already',
    };
  } catch (error) {
    return { kind: 'failed', failure: failureKind(error), reason: failureReason(error) };
  }
}

/** Asks until the gateway tells, or the deed's time is over; `absent` when it was said twice in a row. */
async function resolve<Answer>(
  deed: Deed<Answer>,
  settings: Settings,
  evidence: Evidence[],
): Promise<Outcome<Answer> | { readonly kind: 'absent' }> {
  let wasAbsent = false;
  for (let look = 0; ; look++) {
    await sleep(pauseBefore(settings.lookAgainMs, look), {
      summary: `${deed.summary}: ask what became of it`,
    });
    const finding = await askOnce(deed);
    evidence.push({ at: timestamp(), saw: finding.saw });
    if (finding.kind === 'found') return { kind: 'answered', answer: finding.answer };
    if (finding.kind === 'absent' && wasAbsent) return { kind: 'absent' };
    wasAbsent = finding.kind === 'absent';
    if (Date.now() >= deed.notAfter) return { kind: 'unknown', evidence };
  }
}

async function askOnce<Answer>(deed: Deed<Answer>): Promise<Finding<Answer>> {
  try {
    return await deed.ask();
  } catch (error) {
    return { kind: 'undecided', saw: `the question failed: ${failureReason(error)}` };
  }
}
