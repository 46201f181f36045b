import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { forward, type Forwarded } from './forward.js';

/** Of the settings that the pages read, those that hide or disable actions. */
const WITHOUT_ACTIONS = {
  DisableWriteActions: true,
  WorkflowTerminateDisabled: true,
  WorkflowCancelDisabled: true,
  WorkflowSignalDisabled: true,
  WorkflowUpdateDisabled: true,
  WorkflowResetDisabled: true,
  WorkflowPauseDisabled: true,
  BatchActionsDisabled: true,
  StartWorkflowDisabled: true,
  ActivityCommandsDisabled: true,
};

/** Answers with Temporal's settings of the pages, without actions. */
export async function readSettings(
  request: IncomingMessage,
  response: ServerResponse,
  to: Forwarded,
): Promise<void> {
  const reply = await forward(request, response, { ...to, headers: { 'accept-encoding': 'identity' } });
  if (reply.statusCode !== 200) throw new Error('Temporal did not answer with settings.');
  const settings = (await json(reply)) as object;
  const cookies = reply.headers['set-cookie'];
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(cookies && { 'set-cookie': cookies }),
  });
  response.end(JSON.stringify({ ...settings, ...WITHOUT_ACTIONS }));
}
