import { condition, setHandler } from '@temporalio/workflow';
import { gatewayEvent } from '../../workflows/shared/messages.js';

/** Takes events and does nothing with them; its name is that of the checkout's workflow. */
export async function collectCheckout(): Promise<void> {
  setHandler(gatewayEvent, () => undefined);
  await condition(() => false);
}
