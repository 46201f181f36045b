import { hear } from '../acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const expired: Scene = {
  name: 'expired',
  title: 'Nobody pays',
  cast: ['Merchant', 'Gateway', 'Oware'],
  lifecycle: 'checkout',
  movesTime: true,
  expects: { end: 'EXPIRED', collected: [], webhooks: ['checkout.expired'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await stage.passTime('39m');
    await stage.becomes('PENDING');
    stage.say('Oware', 'waits: 39 minutes have passed, in the sandbox and in Temporal alike');
    await stage.passTime('1m');
    stage.say('Gateway', "closes the transaction: its forty minutes are over, and so are Oware's");
    const { reason } = await stage.becomes('EXPIRED');
    stage.say('Oware', `asks the gateway, and only then: EXPIRED (${String(reason)})`);
    await hear(stage, 'checkout.expired');
  },
};
