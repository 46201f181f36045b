import type { Activities } from '../../activities/activities.js';

/** What may be asked on behalf of a reader: questions that change nothing, and only these. */
export const QUESTIONS = ['getReservedAccount', 'listReservedAccountTransactions'] as const;

export type QuestionName = (typeof QUESTIONS)[number];

export interface Question<Name extends QuestionName = QuestionName> {
  readonly name: Name;
  readonly request: Parameters<Activities[Name]>[0];
}

export type QuestionAnswer<Name extends QuestionName = QuestionName> =
  | Awaited<ReturnType<Activities[Name]>>
  /** The gateway, or we, would not have it asked. */
  | { readonly kind: 'refused'; readonly message: string };

/** As the run gives it: no answer that can be read came within its time. */
export type QuestionResult = QuestionAnswer | { readonly kind: 'unanswered' };

export const ASK_GATEWAY = 'askGateway';

export function questionId(uuid: string): string {
  return `question:${uuid}`;
}
