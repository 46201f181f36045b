import { setHandler } from '@temporalio/workflow';
import type { InvoiceSnapshot } from '../../src/domain/invoice.js';
import { hearCommon } from '../shared/hear.js';
import { cancel } from '../shared/messages.js';
import { cancelInvoice, refuseEnded } from './cancel.js';
import type { InvoiceStory } from './invoice.js';
import { INVOICE } from './messages.js';

export function hearMessages(story: InvoiceStory): void {
  hearCommon(story, INVOICE);

  // whoever calls it off while it is being called off waits for the same answer
  let underWay: Promise<InvoiceSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelInvoice(story).finally(() => {
      underWay = undefined;
    }));

  setHandler(cancel, cancelOnce, {
    validator: () => refuseEnded(story),
    description: 'The merchant wants the money no more; the gateway takes none any more.',
  });
}
