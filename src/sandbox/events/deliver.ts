import { request } from 'undici';
import { signEvent } from '../../gateway/signature.js';
import { merchantById } from '../people/merchants.js';
import { type Delivery, isPending } from '../types/delivery.js';
import { type Merchant } from '../types/merchant.js';
import { type World } from '../world.js';
import { dropOldest } from './deliveries.js';

/** Assumed: an old page of the gateway says twelve attempts, five minutes apart. */
export const ATTEMPTS = 12;
export const BETWEEN_ATTEMPTS_MS = 5 * 60_000;

const ANSWER_WITHIN_MS = 10_000;

/** One delivery attempt. After a crash before the commit the event is sent again: delivery is at least once. */
export async function deliver(world: World, id: string, done: () => void): Promise<void> {
  const waiting = world.deliveries.get(id);
  const outcome = waiting && isPending(waiting.state) ? await post(world, waiting) : undefined;
  world.store.commit(() => {
    done();
    if (outcome === undefined || !waiting) return;
    const attempts = [...waiting.attempts, { at: world.clock.now(), outcome }];
    const state = outcome === '200' ? 'delivered' : attempts.length < ATTEMPTS ? 'waiting' : 'given-up';
    world.deliveries.put({ ...waiting, attempts, state });
    if (state === 'delivered') releaseHeld(world, waiting);
    if (state !== 'waiting') dropOldest(world);
    else world.agenda.add({ kind: 'deliver', subject: id, dueAt: world.clock.now() + BETWEEN_ATTEMPTS_MS });
  });
}

/** Releases events that a reorder fault holds back, once a later event was delivered. */
function releaseHeld(world: World, arrived: Delivery): void {
  for (const delivery of [...world.deliveries.filter('held', arrived.merchantId)]) {
    if (delivery.id >= arrived.id) continue;
    world.deliveries.put({ ...delivery, state: 'waiting' });
    world.agenda.add({ kind: 'deliver', subject: delivery.id, dueAt: world.clock.now() });
  }
}

async function post(world: World, delivery: Delivery): Promise<string> {
  const signature = signatureOf(merchantById(world, delivery.merchantId), delivery);
  try {
    const response = await request(delivery.url ?? '', {
      method: 'POST',
      dispatcher: world.outbound,
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'service-signature': signature }),
      },
      body: delivery.body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.body.dump();
    return String(response.statusCode);
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException;
    return name === 'TimeoutError' ? 'timed out' : (code ?? message);
  }
}

/** Computed at each attempt, so that it uses the current secret after a rotation. */
function signatureOf({ secretKey, previousSecretKey, switches }: Merchant, { body, signing }: Delivery) {
  if (!switches.eventsSigned || signing === 'none') return undefined;
  if (signing === 'forged') return signEvent(body, 'a secret that is not the merchant’s');
  return signEvent(body, signing === 'old-secret' ? (previousSecretKey ?? secretKey) : secretKey);
}
