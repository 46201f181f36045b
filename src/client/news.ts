import { createHash } from 'node:crypto';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { PaymentNews } from '../domain/news.js';
import { isReference } from '../domain/reference.js';
import { UnavailableError } from './errors.js';
import { isSilence, patiently } from './patience.js';
import type { Reach } from './reach.js';
import {
  gatewayReported,
  paymentId,
  PAYMENT_TYPE,
  type PaymentInput,
} from '../../workflows/payment/messages.js';

/** The gateway repeats what is not answered; it does not say after how long, and others found five seconds. */
const GATEWAY_PATIENCE_MS = 4_000;

/** More than this between looking and starting, and the run may have been started by somebody else. */
const STALE_AFTER_MS = 1_000;

/**
 * Brings news to a payment. A running one is signalled; for one that is over (or was never here) a new run is
 * started from the news, which recalls the last. Returns only when Temporal has accepted it.
 */
export async function bringNews(reach: Reach, given: string, news: PaymentNews): Promise<void> {
  const patienceMs = Math.min(reach.patienceMs, GATEWAY_PATIENCE_MS);
  try {
    await patiently({ ...reach, patienceMs }, () => deliver(reach, given, news));
  } catch (error) {
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}

async function deliver({ client, taskQueue }: Reach, given: string, news: PaymentNews): Promise<void> {
  const reference = isReference(given) ? given : foreignReference(given);
  const handle = client.workflow.getHandle(paymentId(reference));
  for (;;) {
    const delivered = await handle.signal(gatewayReported, news).then(() => true, ignoreNotFound);
    if (delivered) return;
    const lookedAt = performance.now();
    const previousRunId = await latestRunId(client, reference);
    if (performance.now() - lookedAt > STALE_AFTER_MS) continue;
    const input: PaymentInput = {
      from: 'news',
      reference,
      ...(previousRunId !== undefined && { previousRunId }),
    };
    await client.workflow.signalWithStart(PAYMENT_TYPE, {
      workflowId: paymentId(reference),
      taskQueue,
      args: [input],
      signal: gatewayReported,
      signalArgs: [news],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `News of ${reference}`,
    });
    return;
  }
}

/** Workflow ids are shown in plain text everywhere: a reference that we did not allow does not enter them. */
function foreignReference(given: string): string {
  return `x-${createHash('sha256').update(given).digest('hex').slice(0, 40)}`;
}

async function latestRunId(client: Client, reference: string): Promise<string | undefined> {
  const described = await client.workflow.getHandle(paymentId(reference)).describe().catch(ignoreNotFound);
  return described ? described.runId : undefined;
}

function ignoreNotFound(error: unknown): false {
  if (error instanceof WorkflowNotFoundError) return false;
  throw error;
}
