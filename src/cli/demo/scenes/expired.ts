import { hear } from '../acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const expired: Scene = {
  name: 'expired',
  title: 'Nobody pays',
  cast: ['Merchant', 'Gateway', 'Oware'],
  story: 'payment',
  settings: { OWARE_CHECKOUT_WINDOW_MS: '1500' },
  expects: { end: 'EXPIRED', collected: [], notices: ['payment.expired'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    const { because } = await stage.becomes('CLOSING');
    stage.say(
      'Oware',
      `sees its window end (${String(because)}), and decides nothing: our clock is not the gateway's`,
    );
    stage.say('Gateway', 'still says PENDING; then its own forty minutes are over');
    await stage.gateway('POST', '/sandbox/clock/advance', { duration: '40m' });
    const end = await stage.becomes('EXPIRED');
    stage.say('Oware', `asks again: EXPIRED (${String(end.because)})`);
    await hear(stage, 'payment.expired');
  },
};
