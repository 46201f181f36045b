import { FAILURES } from '../domain/failure.js';
import type { PrivateAnswer, PrivateReads } from '../domain/private-reads.js';
import { revealPaycode } from '../gateway/endpoints/paycodes.js';
import { getNinDetails, matchBvnAccount, matchBvnDetails } from '../gateway/endpoints/verification.js';
import type { GatewayClient } from '../gateway/http/client.js';
import { GatewayError } from '../gateway/http/errors.js';

/** Calls the gateway outside of any activity, so that neither question nor answer enters Temporal. */
export function createPrivateReads(gateway: GatewayClient): PrivateReads {
  return {
    async revealPaycode(paycodeReference) {
      const answer = await gateway.call(revealPaycode, { paycodeReference });
      const isOurs = answer.kind === 'ok' && answer.body.paycodeReference === paycodeReference;
      return isOurs ? (answer.body.paycode ?? undefined) : undefined;
    },
    matchPerson: ({ phone: mobileNo, ...person }) =>
      lookUp(
        () => gateway.call(matchBvnDetails, { ...person, mobileNo }),
        ({ name, dateOfBirth, mobileNo: phone }) => ({ name, dateOfBirth, phone }),
      ),
    matchAccount: (account) =>
      lookUp(
        () => gateway.call(matchBvnAccount, account),
        ({ accountName, matchStatus, matchPercentage }) => ({ accountName, matchStatus, matchPercentage }),
      ),
    findByNin: (nin) =>
      lookUp(
        () => gateway.call(getNinDetails, { nin }),
        (person) => person,
      ),
  };
}

type Answered<Body> = { readonly kind: 'ok'; readonly body: Body } | { readonly kind: 'not-found' };

/** One attempt: the gateway charges the merchant for each look-up of a person. */
async function lookUp<Body, Shown>(
  call: () => Promise<Answered<Body>>,
  show: (body: Body) => Shown,
): Promise<PrivateAnswer<Shown>> {
  try {
    const answer = await call();
    return answer.kind === 'ok' ? { kind: 'ok', body: show(answer.body) } : { kind: 'not-found' };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): PrivateAnswer<never> {
  // without its cause: an unexpected error could repeat the numbers in a log
  if (!(error instanceof GatewayError)) throw new Error('Unexpected error during a look-up of a person');
  const isRefused = FAILURES[error.kind].retry === 'never';
  return isRefused ? { kind: 'refused', message: error.message } : { kind: 'unanswered' };
}
