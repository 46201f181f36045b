import type { World } from '../world/world.js';

/** What the gateway's ledger shows of a payment. */
export function readLedger(world: World) {
  const entries = (reference: string) => world.sandbox.ledger.entries({ reference });
  return {
    /** Every movement of its money. */
    causesOf: (reference: string) => entries(reference).map(({ cause }) => cause),
    /** Money that reached accounts with this prefix, in kobo. */
    paidTo: (prefix: string, reference: string) =>
      entries(reference)
        .flatMap(({ lines }) => lines)
        .filter(({ account }) => account.startsWith(prefix))
        .reduce((total, { amountKobo }) => total + amountKobo, 0),
  };
}
