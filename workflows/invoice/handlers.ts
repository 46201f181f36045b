import type { UpdateDefinition } from '@temporalio/common';
import type { InvoiceSnapshot } from '../../src/domain/invoice.js';
import { cancel } from '../shared/messages.js';
import { hearCommand, hearCommon } from '../shared/run/hear.js';
import { CANCEL_KEY, cancelInvoice, refuseEnded } from './cancel.js';
import type { InvoiceStory } from './invoice.js';
import { INVOICE } from './messages.js';

/** `resume` goes on with what an earlier run was ordered to do. */
export function hearMessages(story: InvoiceStory): { readonly resume: () => void } {
  hearCommon(story, {
    ...INVOICE,
    onResolved: (invoice, order, kind) => {
      if (order.decision === 'happened') story.checks.urge();
      return invoice.onResolved(order, kind);
    },
  });

  // whoever calls it off while it is being called off waits for the same answer
  let underWay: Promise<InvoiceSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelInvoice(story).finally(() => {
      underWay = undefined;
    }));

  hearCommand(story, cancel as UpdateDefinition<InvoiceSnapshot>, {
    refuse: () => refuseEnded(story),
    obey: cancelOnce,
    answer: () => story.known().snapshot(),
    description: 'The merchant wants the money no more; the gateway takes none any more.',
  });

  return {
    resume: () => {
      const { state, unwanted } = story.known().snapshot();
      const isOrdered = story.operations.get(CANCEL_KEY) !== undefined || (unwanted && state === 'PENDING');
      if (isOrdered) story.spawn(cancelOnce());
    },
  };
}
