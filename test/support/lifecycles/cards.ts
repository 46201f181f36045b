import { cardAsTyped, type CardScenario } from '../../../src/sandbox/collections/test-cards.js';
import type { World } from '../world/world.js';

/** What a payer with a card does at a checkout. */
export function createPayer(world: World, name: string) {
  let count = 0;
  const at = (reference: string, step: string, body?: unknown) =>
    world.call('POST', `/v1/checkouts/${reference}/${step}`, body);
  return {
    async checkout(terms: object = {}): Promise<string> {
      const reference = `${name}-${process.pid}-${(count += 1)}`;
      const customer = { email: 'ada@example.com' };
      await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer, ...terms });
      return reference;
    },
    at,
    gives: (reference: string, scenario: CardScenario) => at(reference, 'card', cardAsTyped(scenario)),
    types: (reference: string, otp: string) => at(reference, 'otp', { otp }),
    /** At the issuer's page, by the address that the checkout gave. */
    answersIssuer: (redirectUrl: string, answer: { otp: string } | { decline: true }) =>
      world.control(`issuer/${new URL(redirectUrl).pathname.split('/').at(-1) ?? ''}`, answer),
  };
}

export function cardIn(reply: { readonly body: object }) {
  return (
    reply.body as { card: { state: string; reason: string; redirectUrl: string; attemptsLeft: number } }
  ).card;
}
