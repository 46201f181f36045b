import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import {
  ASK_GATEWAY,
  type Question,
  type QuestionAnswer,
  questionId,
  type QuestionName,
  type QuestionResult,
} from '../../workflows/question/messages.js';
import { StillWorkingError } from './errors.js';
import { isSilence, patiently } from './patience.js';
import type { Reach } from './reach.js';
import { storyAttribute } from './search-attributes.js';

/** Asks through a worker, because only workers hold the gateway's keys. It lasts no longer than the caller's patience. */
export async function ask<Name extends QuestionName>(
  reach: Reach,
  question: Question<Name>,
): Promise<QuestionAnswer<Name>> {
  const { client, taskQueue, patienceMs } = reach;
  try {
    const result = (await patiently(reach, () =>
      client.workflow.execute(ASK_GATEWAY, {
        workflowId: questionId(randomUUID()),
        taskQueue,
        args: [question],
        workflowRunTimeout: patienceMs,
        typedSearchAttributes: storyAttribute('question'),
        staticSummary: `Question: ${question.name}`,
      }),
    )) as QuestionResult;
    if (result.kind !== 'unanswered') return result as QuestionAnswer<Name>;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError) && !isSilence(error)) throw error;
  }
  throw new StillWorkingError('the gateway has not answered yet; ask again');
}
