import { INVOICE } from '../../workflows/invoice/messages.js';
import { PAYMENT } from '../../workflows/payment/messages.js';
import { RESERVED_ACCOUNT } from '../../workflows/reserved-account/messages.js';
import type { StoryKind } from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';

/** A kind of lifecycle, whatever its terms are. */
export type AnyKind = Pick<
  StoryKind<never, StorySnapshot>,
  'noun' | 'prefix' | 'type' | 'story' | 'firstState' | 'amountOf'
> & {
  readonly isOver: (snapshot: never) => boolean;
};

/** Every lifecycle that takes events, by the prefix of its ids. */
export const KINDS: Readonly<Record<string, AnyKind>> = {
  [PAYMENT.prefix]: PAYMENT,
  [INVOICE.prefix]: INVOICE,
  [RESERVED_ACCOUNT.prefix]: RESERVED_ACCOUNT,
};
