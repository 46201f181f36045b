import { prove, transfer } from '../acts.js';
import { askForAccount, askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';
import { waitFor } from '../wait-for.js';

interface Delivery {
  readonly body: string;
  readonly attempts: readonly { readonly outcome: string }[];
}

export const workerKilled: Scene = {
  name: 'worker-killed',
  title: 'The worker is killed, and the money comes while there is none',
  cast: ['Merchant', 'Payer', 'Bank', 'Gateway', 'Oware', 'Fate'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    const account = await askForAccount(stage);
    const { pid, successor } = await stage.killWorker();
    stage.say('Fate', `kills the worker, process ${pid}, with the signal that nobody can catch`);
    await transfer(stage, account, '2500.00');
    const answer = await waitFor('an answer to the event', async () => {
      const deliveries = (await stage.gateway('GET', '/sandbox/deliveries')) as unknown as Delivery[];
      return deliveries.find(({ body }) => body.includes(stage.reference))?.attempts[0]?.outcome;
    });
    stage.say('Gateway', `is answered ${answer} to its event all the same: Temporal has it`);
    stage.say('Oware', `goes on in another worker, process ${await successor}, where the first one was`);
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
