import { type Message } from '../types/message.js';
import { type World } from '../world.js';

const REMEMBERED = 1_000;

/** Runs inside a commit. */
export function sendMessage(world: World, message: Omit<Message, 'id' | 'at'>): void {
  const id = `N${String(world.store.next('message')).padStart(8, '0')}`;
  world.messages.put({ ...message, id, at: world.clock.now() });
  const [oldest] = world.messages.values();
  if (oldest && world.messages.size > REMEMBERED) world.messages.delete(oldest.id);
}
