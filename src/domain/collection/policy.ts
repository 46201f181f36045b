import { type Kobo, ZERO } from '../money.js';

/** Money that is not what was asked: too little, too much, after the end, or a second time. */
export type Occasion = 'underpaid' | 'overpaid' | 'late' | 'duplicate';

/** What is done about it; above the limit, where there is one, it is held for a person. */
export interface Policy {
  readonly action: 'accept' | 'hold';
  readonly upToKobo?: Kobo;
}

export type Policies = Readonly<Record<Occasion, Policy>>;

/** No default sends money out. */
export const DEFAULT_POLICIES: Policies = {
  underpaid: { action: 'hold' },
  overpaid: { action: 'accept' },
  late: { action: 'hold' },
  duplicate: { action: 'hold' },
};

/** The amount is what is missing, what is too much, or what came late or twice. */
export function actionFor({ action, upToKobo }: Policy, amountKobo: Kobo): Policy['action'] {
  return amountKobo > ZERO && upToKobo !== undefined && amountKobo > upToKobo ? 'hold' : action;
}
