import type { Kobo } from '../../money.js';
import { clip, type Fields, isAmount, isOptional, isText } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** Money went into or out of a wallet of the merchant. No read of the gateway confirms it: the signature is the proof. */
export interface WalletActivityEvent extends EventCore {
  readonly kind: 'wallet-activity';
  readonly reference: string;
  /** Not said by the event where it has no balances. */
  readonly direction?: 'credit' | 'debit';
  readonly amountKobo?: Kobo;
  readonly balanceKobo?: Kobo;
  readonly narration?: string;
  readonly at?: string;
}

/** A wallet fell under the limit that the merchant set at the gateway. The signature is the proof. */
export interface LowBalanceEvent extends EventCore {
  readonly kind: 'low-balance';
  readonly balanceKobo?: Kobo;
  readonly thresholdKobo?: Kobo;
  readonly at?: string;
}

/** Oware read the wallet's balance at the turn of the day, or could not. */
export interface WalletBalanceEvent extends EventCore {
  readonly kind: 'wallet-balance';
  /** Whether it ends the day, or begins it. */
  readonly place: 'opening' | 'closing';
  readonly balanceKobo?: Kobo;
  /** Why there is none. */
  readonly missing?: string;
  /** What moved between midnight and the read, as the next day knows it; below zero, money went out. */
  readonly movedKobo?: number;
  readonly at: string;
}

const isString = (given: unknown) => typeof given === 'string';
const isDirection = (given: unknown): given is 'credit' | 'debit' => given === 'credit' || given === 'debit';

const textIn = (name: string, given: unknown) => (typeof given === 'string' ? { [name]: clip(given) } : {});
const amountIn = (name: string, given: unknown) => (isAmount(given) ? { [name]: given } : {});

function areOptional(fields: Fields, names: readonly string[], is: (given: unknown) => boolean): boolean {
  return names.every((name) => isOptional(fields[name], is));
}

export const walletActivity: EventKind<WalletActivityEvent> = {
  kind: 'wallet-activity',
  read: (fields) => {
    const core = readCore(fields);
    const { reference, direction, amountKobo, balanceKobo, narration, at } = fields;
    if (!core || !isText(reference) || !isOptional(direction, isDirection)) return undefined;
    if (!areOptional(fields, ['amountKobo', 'balanceKobo'], isAmount)) return undefined;
    if (!areOptional(fields, ['narration', 'at'], isString)) return undefined;
    return {
      ...core,
      reference,
      ...(isDirection(direction) && { direction }),
      ...amountIn('amountKobo', amountKobo),
      ...amountIn('balanceKobo', balanceKobo),
      ...textIn('narration', narration),
      ...textIn('at', at),
    };
  },
  isFoundByCheck: () => false,
};

export const lowBalance: EventKind<LowBalanceEvent> = {
  kind: 'low-balance',
  read: (fields) => {
    const core = readCore(fields);
    const { balanceKobo, thresholdKobo, at } = fields;
    if (!core || !areOptional(fields, ['balanceKobo', 'thresholdKobo'], isAmount)) return undefined;
    if (!isOptional(at, isString)) return undefined;
    return {
      ...core,
      ...amountIn('balanceKobo', balanceKobo),
      ...amountIn('thresholdKobo', thresholdKobo),
      ...textIn('at', at),
    };
  },
  isFoundByCheck: () => false,
};

export const walletBalance: EventKind<WalletBalanceEvent> = {
  kind: 'wallet-balance',
  read: (fields) => {
    const core = readCore(fields);
    const { place, balanceKobo, missing, movedKobo, at } = fields;
    if (!core || !isText(at) || Number.isNaN(Date.parse(at))) return undefined;
    if (place !== 'opening' && place !== 'closing') return undefined;
    if (!isOptional(balanceKobo, isAmount) || !isOptional(missing, isString)) return undefined;
    if (!isOptional(movedKobo, Number.isSafeInteger)) return undefined;
    return {
      ...core,
      place,
      at,
      ...amountIn('balanceKobo', balanceKobo),
      ...textIn('missing', missing),
      ...(movedKobo !== undefined && { movedKobo: Number(movedKobo) }),
    };
  },
  isFoundByCheck: () => false,
};
