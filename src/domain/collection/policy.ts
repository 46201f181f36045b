import { type Kobo, ZERO } from '../money.js';

/** Unexpected money: too little, too much, after the end, or a second time. */
export type UnexpectedMoney = 'underpaid' | 'overpaid' | 'late' | 'duplicate';

/** The action to take; above the limit, if any, the money is held for review. Refunded money is held until it is back. */
export interface Policy {
  readonly action: 'accept' | 'hold' | 'refund';
  readonly upToKobo?: Kobo;
}

export type Policies = Readonly<Record<UnexpectedMoney, Policy>>;

/** As long as the settings are not known. */
export const HOLD_ALL: Policies = {
  underpaid: { action: 'hold' },
  overpaid: { action: 'hold' },
  late: { action: 'hold' },
  duplicate: { action: 'hold' },
};

/** The amount is what is missing, the surplus, or what arrived late or twice. */
export function actionFor({ action, upToKobo }: Policy, amountKobo: Kobo): Policy['action'] {
  return amountKobo > ZERO && upToKobo !== undefined && amountKobo > upToKobo ? 'hold' : action;
}
