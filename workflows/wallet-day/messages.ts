import { isDay } from '../../src/domain/calendar.js';
import { toWalletDay } from '../../src/domain/wallet-day/view.js';
import type { WalletDaySnapshot } from '../../src/domain/wallet-day/wallet-day.js';
import { WALLET_WEBHOOKS } from '../../src/domain/wallet-day/webhook-types.js';
import { WALLET_DAY_STATES } from '../../src/domain/wallet-day/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type WalletDayInput = LifecycleInput<WalletDaySnapshot['terms'], WalletDaySnapshot>;

export const WALLET_DAY: LifecycleKind<WalletDaySnapshot['terms'], WalletDaySnapshot> = {
  noun: 'wallet day',
  about: "What moved in the merchant's wallet, by day.",
  prefix: 'wallet-events',
  name: 'wallet-day',
  type: 'followWalletDay',
  path: '/v1/wallet-days',
  firstState: 'OPEN',
  states: WALLET_DAY_STATES,
  isOver: ({ state }) => state === 'CLOSED',
  freeText: [],
  summaryOf: ({ reference }) => `Wallet events of ${reference}`,
  toView: toWalletDay,
  viewName: 'walletDay',
  webhooks: WALLET_WEBHOOKS,
  takesEvents: true,
  isReference: (text) => isDay(text) || text === 'undated',
  commands: {},
};
