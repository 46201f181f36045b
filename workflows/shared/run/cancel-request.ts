import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { ZERO } from '../../../src/domain/money.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { LifecycleTerms } from '../messages.js';
import type { Lifecycle, Subject } from './lifecycle.js';

interface Cancellable {
  readonly noun: string;
  readonly path: string;
  readonly cancelRequest?: string;
}

/**
 * Turns a cancellation that a client of Temporal requests into a review item, which says what to do instead. The
 * workflow continues as before (`workflows/cancellation.ts`). Temporal records one request per run; it ignores the rest.
 */
export function registerCancelRequest<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  kind: Cancellable,
): void {
  const raise = () => {
    const subject = lifecycle.subject();
    const reason = `a client of Temporal requested cancellation, which ends nothing. ${whatToDo(kind, subject.snapshot().terms)}`;
    subject.raise({ kind: 'cancel-requested', reason, atRiskKobo: ZERO });
  };
  CancellationScope.current().cancelRequested.catch(() => {
    lifecycle.pace.isContinuing();
    if (lifecycle.isReady()) raise();
    else lifecycle.spawn(lifecycle.whenReady().then(raise));
  });
}

function whatToDo({ noun, path, cancelRequest }: Cancellable, { reference }: LifecycleTerms): string {
  if (cancelRequest === undefined) return `There is no command that cancels a ${noun}: dismiss this item`;
  const isOwn = cancelRequest === `POST ${path}/{reference}/cancel`;
  const command = isOwn ? `\`oware cancel ${workflowInfo().workflowId}\` or ` : '';
  return `To cancel, use ${command}\`${cancelRequest.replace('{reference}', reference)}\`; otherwise dismiss this item`;
}
