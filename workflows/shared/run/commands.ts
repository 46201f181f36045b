import { ApplicationFailure } from '@temporalio/workflow';
import { shortHash } from '../../../src/domain/hash.js';
import type { Refusal } from '../../../src/domain/refusal.js';
import { BUSY, cancel, type CommandRecord, type RefusalDetails, resolveReview } from '../messages.js';
import { isContinuing } from './pace.js';

/** Temporal remembers update ids per run only; continue-as-new carries these. */
const COMMANDS_KEPT = 100;

export type Commands = ReturnType<typeof createCommands>;

/**
 * Temporal allows ten updates of a run at a time, whatever they are, and refuses the next one. So ordinary commands leave
 * room for those that stop something or decide, of which two of a kind may wait.
 */
const MOST_WAITING = { ordinary: 5, ofOneUrgent: 2 };
const URGENT: readonly string[] = [cancel.name, resolveReview.name];

/** Refuses a command: a stable word and further fields for programs, a sentence for people. */
export function refusal(word: Refusal, sentence: string, more?: RefusalDetails): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentence, word, ...(more ? [more] : []));
}

export interface OneCommand<Answer> {
  readonly work: () => Promise<Answer>;
  /** Answers a repeat; without it the first answer is stored. */
  readonly asItIs?: () => Answer;
  /** Of its update. */
  readonly name?: string;
}

/**
 * Runs each command once, by its id: a repeat gets the first answer, also in a later run. A command that
 * answers with the current snapshot needs no stored answer; any other small value is stored.
 */
export function createCommands(carried: readonly CommandRecord[] = []) {
  let done = [...carried];
  /** Commands in progress, with the hash of their arguments. */
  const running = new Map<string, string>();
  /** The names of all that wait: several may wait under one id. */
  const waiting: string[] = [];

  function note(id: string, hash: string, result: CommandRecord['result']): void {
    done = [...done.filter((each) => each.id !== id), { id, hash, result }].slice(-COMMANDS_KEPT);
  }

  return {
    /** The command already has an answer, even if it would be refused today. */
    isKnown: (id: string) => done.some((each) => each.id === id),
    /** Refuses one more while too many wait. It may be asked before a command is accepted: it changes nothing. */
    refuseIfFull(name: string): void {
      const isUrgent = URGENT.includes(name);
      const alike = waiting.filter((each) => (isUrgent ? each === name : !URGENT.includes(each)));
      if (alike.length < (isUrgent ? MOST_WAITING.ofOneUrgent : MOST_WAITING.ordinary)) return;
      throw ApplicationFailure.nonRetryable('other commands wait for the gateway; send it again later', BUSY);
    },
    async once<Answer>(
      id: string,
      args: unknown,
      { work, asItIs, name = '' }: OneCommand<Answer>,
    ): Promise<Answer> {
      const hash = shortHash(JSON.stringify([args]));
      const before = done.find((each) => each.id === id);
      if (before) return answerAgain(before, hash, asItIs);
      if ((running.get(id) ?? hash) !== hash) throw conflict();
      running.set(id, hash);
      waiting.push(name);
      try {
        const answer = await work();
        note(id, hash, { kind: 'done', ...(!asItIs && { value: answer }) });
        return answer;
      } catch (error) {
        // a command that continues in the next run is not refused
        if (error instanceof ApplicationFailure && error.type && !isContinuing(error)) {
          // without its further fields, which may be large: a hundred refusals are carried
          note(id, hash, { kind: 'refused', word: error.type as Refusal, sentence: error.message });
        }
        throw error;
      } finally {
        running.delete(id);
        waiting.splice(waiting.indexOf(name), 1);
      }
    },
    carry: (): readonly CommandRecord[] => done,
  };
}

function conflict(): ApplicationFailure {
  return refusal('command-conflict', 'this command id was already used with other arguments');
}

function answerAgain<Answer>(
  { hash, result }: CommandRecord,
  given: string,
  asItIs: (() => Answer) | undefined,
): Answer {
  if (hash !== given) throw conflict();
  if (result.kind === 'refused') throw refusal(result.word, result.sentence);
  return asItIs ? asItIs() : (result.value as Answer);
}
