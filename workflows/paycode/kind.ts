import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { judge, type PaycodeRecord } from '../../src/domain/paycode/verdict.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { lastMomentOf } from '../../src/domain/payout/last-moment.js';
import type { RecordShows } from '../../src/domain/payout/record.js';
import { hasOwnRecord } from '../../src/domain/payout/state.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { SendReply, Withdrawable } from '../shared/payout/payout-kind.js';
import { moneyTerms, replyTo } from '../shared/payout/replies.js';
import { sendOptions } from '../shared/gateway/send-options.js';
import type { SingleKind } from '../shared/payout/single-run.js';
import type { PaycodeLifecycle } from './lifecycle.js';

const { getPaycode } = proxyActivities<Activities>(GATEWAY_READ);

/** How a paycode is issued at the gateway and found there. */
export function paycodeKind(lifecycle: PaycodeLifecycle): SingleKind {
  const { snapshot } = lifecycle.subject();
  const { terms, epoch } = snapshot();
  const { reference, amountKobo, expiresAt } = terms;
  return {
    prefix: 'paycode',
    movement: (settings) => moneyTerms(amountKobo, settings),
    startAt: () => 0,
    // a code that has expired cannot be issued
    notAfter: ({ transferValidityMs }) =>
      lastMomentOf(terms, epoch, Math.min(transferValidityMs, Date.parse(expiresAt) - Date.parse(epoch))),
    expectedFrom: () => Date.parse(expiresAt),
    needKobo: () => amountKobo,
    requirement: () => undefined,
    isStoppable: () => standingOf(lifecycle.subject().snapshot().movement).name === 'waiting',
    wants: () => ({}),
    send: (notAfter, withdrawable) => create(lifecycle, notAfter, withdrawable),
    find: async () => {
      const answer = await getPaycode.executeWithOptions({ summary: `Check ${reference}` }, [
        { paycodeReference: reference },
      ]);
      if (answer.kind !== 'ok') return { shows: 'absent' };
      return learn(lifecycle, answer.body);
    },
  };
}

/** What a record shows, and what it adds to the request; undefined for the record of another paycode. */
export function learn(lifecycle: PaycodeLifecycle, record: PaycodeRecord): RecordShows | undefined {
  const paycode = lifecycle.subject();
  const { terms, since } = paycode.snapshot();
  if (record.paycodeReference !== terms.reference) return undefined;
  const shown = judge(terms, record, since);
  if (shown.shows === 'odd') return shown;
  const { maskedCode, fee, transactionReference } = record;
  paycode.change({
    ...(maskedCode && { maskedCode }),
    ...(fee != null && { feeKobo: fee }),
    ...(transactionReference && { transactionReference }),
  });
  // the code is revealed only after a record of it, whatever was found under its reference before
  if (shown.shows === 'pending' && !hasOwnRecord(paycode.snapshot()))
    lifecycle.notify({ type: 'paycode.issued', effect: 'issued' });
  return shown;
}

async function create(
  lifecycle: PaycodeLifecycle,
  notAfter: number,
  withdrawable: Withdrawable,
): Promise<SendReply> {
  const { reference, amountKobo, beneficiaryName, expiresAt } = lifecycle.subject().snapshot().terms;
  const answer = await withdrawable(() =>
    effectsWithin('payouts', notAfter - Date.now()).createPaycode.executeWithOptions(
      { summary: `Issue paycode ${reference}` },
      [
        { paycodeReference: reference, amount: amountKobo, beneficiaryName, expiryDate: expiresAt },
        sendOptions(notAfter),
      ],
    ),
  );
  return replyTo(answer, (record) => learn(lifecycle, record));
}
