import { type World } from '../world.js';

/** An e-mail or text message that the gateway would have sent to a person. */
export interface Message {
  readonly id: string;
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What it is about, so that tests find it. */
  readonly reference: string;
  readonly code?: string;
  readonly link?: string;
}

const REMEMBERED = 1_000;

/** Inside of a commit. */
export function sendMessage(world: World, message: Omit<Message, 'id' | 'at'>): void {
  const id = `N${String(world.store.next('message')).padStart(8, '0')}`;
  world.messages.put({ ...message, id, at: world.clock.now() });
  const [oldest] = world.messages.values();
  if (oldest && world.messages.size > REMEMBERED) world.messages.delete(oldest.id);
}
