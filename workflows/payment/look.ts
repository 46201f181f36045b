import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { cashRecord } from '../../src/domain/cash.js';
import type { GatewayTransaction } from '../../src/domain/payment.js';
import type { Settings } from '../../src/domain/settings.js';
import { doubt, judge, type Verdict, weigh } from '../../src/domain/verdict.js';
import { failureReason } from '../shared/failures.js';
import { ASKS } from '../shared/policies.js';
import type { Payment } from './payment.js';

const { getTransaction } = proxyActivities<Activities>(ASKS);

/**
 * Asks the gateway about every transaction that stands for this payment and weighs what was proven. Never
 * throws: a question without an answer proves nothing.
 */
export async function look(payment: Payment, settings: Settings): Promise<Verdict> {
  const { transactions, cash = [], terms } = payment.snapshot();
  const verdicts = await Promise.all(
    transactions.map(async (transaction) => {
      const verdict = await askAbout(transaction, payment, settings);
      const isDeclined = verdict.kind === 'move' && verdict.to === 'FAILED';
      if (isDeclined) payment.spend(transaction.transactionReference);
      if (verdict.kind === 'move' && verdict.paid) {
        payment.notePaid(transaction.transactionReference, verdict.paid.amountKobo);
      }
      // another card, or another way, may still be tried while the window lasts
      return isDeclined && payment.snapshot().state === 'PENDING' ? WAIT : verdict;
    }),
  );
  // nobody can be asked about cash: the signed event is its record
  const byCash = cash.map((each) => judge(terms, cashRecord(each), settings));
  return weigh([...verdicts, ...byCash]);
}

const WAIT: Verdict = { kind: 'wait' };

async function askAbout(asked: GatewayTransaction, payment: Payment, settings: Settings): Promise<Verdict> {
  const { terms } = payment.snapshot();
  const { transactionReference, paymentReference } = asked;
  try {
    const answer = await getTransaction.executeWithOptions({ summary: `Ask about ${paymentReference}` }, [
      { transactionReference },
    ]);
    if (answer.kind !== 'ok') return { kind: 'wait' };
    const record = answer.body;
    // crossed replies happen; another payment's record proves nothing about this one
    const isOurs =
      record.transactionReference === transactionReference && record.paymentReference === paymentReference;
    return isOurs ? judge(terms, record, settings) : { kind: 'wait' };
  } catch (error) {
    const reason = `the gateway's answer cannot be read: ${failureReason(error)}`;
    return doubt(reason, terms.amountKobo);
  }
}
