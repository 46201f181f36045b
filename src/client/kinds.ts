import { INVOICE } from '../../workflows/invoice/messages.js';
import { CHECKOUT } from '../../workflows/checkout/messages.js';
import { RESERVED_ACCOUNT } from '../../workflows/reserved-account/messages.js';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';

/** A kind of lifecycle, whatever its terms are. */
export type AnyKind = Pick<
  LifecycleKind<never, LifecycleSnapshot>,
  'noun' | 'prefix' | 'type' | 'lifecycle' | 'firstState' | 'amountOf'
> & {
  readonly isOver: (snapshot: never) => boolean;
};

/** Every lifecycle that takes events, by the prefix of its ids. */
export const KINDS: Readonly<Record<string, AnyKind>> = {
  [CHECKOUT.prefix]: CHECKOUT,
  [INVOICE.prefix]: INVOICE,
  [RESERVED_ACCOUNT.prefix]: RESERVED_ACCOUNT,
};
