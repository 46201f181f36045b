import type { ReviewResolution } from '../../../workflows/shared/messages.js';
import { decisionTerms } from '../../../src/domain/approval/grant.js';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { plannedReference } from '../../../src/domain/mandate/debit.js';
import type { MandateSnapshot, MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { toDebits } from '../../../src/domain/mandate/view.js';
import { kobo } from '../../../src/domain/money.js';
import { termsHash } from '../../../src/secrets/grants.js';
import { grantOf, testGrants } from '../grants.js';
import { waitUntil } from '../wait-until.js';
import {
  createsMandate,
  eventOf,
  fails,
  mandateRecord,
  ok,
  type Request,
  type ScriptedWorld,
} from '../world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../world/world.js';
import { seen } from './review-items.js';

export const AMOUNT = kobo(5_000_00);
export const TODAY = dayOf(Date.now());
export const TOMORROW = addDays(TODAY, 1);

/** What a lost run began with; its debits may be those of an earlier version. */
type LostPart = Omit<Partial<MandateSnapshot>, 'debits'> & { readonly debits?: readonly object[] };

/** Mandates with a plan, whose bank shows of each debit what a test says. */
export function createScriptedDebits(world: ScriptedWorld) {
  /** What the bank shows of each debit; SILENT for no answer. */
  const shown = new Map<string, string>();
  /** References in the order in which the bank received them, also one that it had already. */
  const sent: string[] = [];

  const record = (paymentReference: string, transactionStatus: string) =>
    ok({
      paymentReference,
      transactionStatus,
      debitAmount: AMOUNT,
      mandateCode: 'MTDD|1',
      transactionReference: `T-${paymentReference}`,
    });

  function reset(): void {
    world.clearScript();
    shown.clear();
    sent.length = 0;
    world.script.createMandate = createsMandate;
    world.script.getMandate = mandateRecord('ACTIVE');
    world.script.debitMandate = ({ paymentReference = '' }) => {
      const isUsed = sent.includes(paymentReference) || shown.has(paymentReference);
      sent.push(paymentReference);
      if (isUsed) return { kind: 'reference-used', code: '99', message: 'Duplicate payment reference' };
      // a debit on demand is paid at once
      const status = /--d\d+$/.test(paymentReference) ? 'PAID' : 'PENDING';
      if (status === 'PAID') shown.set(paymentReference, status);
      return record(paymentReference, status);
    };
    world.script.getDebit = ({ paymentReference = '' }: Request) => {
      const status = shown.get(paymentReference);
      if (status === 'SILENT') return fails('unreachable')();
      if (status !== undefined) return record(paymentReference, status);
      return { kind: 'not-found', code: '99', message: 'no such debit' };
    };
  }

  const terms = (reference: string, more: Partial<MandateTerms> = {}): MandateTerms => ({
    reference,
    currency: 'NGN',
    customer: { name: 'Ada Obi', email: 'ada@example.com', phone: '08030000000', address: '1 Broad Street' },
    account: { bankCode: '058', accountNumber: '0100090002' },
    description: 'Rent',
    startAt: new Date(Date.now() + 16 * MINUTE).toISOString(),
    endAt: new Date(Date.now() + 300 * DAY).toISOString(),
    plan: {
      every: { unit: 'WEEK', count: 1 },
      firstDay: TOMORROW,
      at: '09:00',
      amountKobo: AMOUNT,
      attempts: 2,
    },
    ...more,
  });

  const attempt = (reference: string, n: number, day = TOMORROW) => plannedReference(reference, day, n);
  const read = (reference: string) => world.oware.mandates.get(reference);
  const rows = async (reference: string) =>
    (await read(reference)).debits
      .filter(({ isPossible }) => !isPossible)
      .map((debit) => `${debit.attempt} ${debit.state}`);
  const isSent = (reference: string, n: number) =>
    waitUntil(`attempt ${n}`, () => sent.includes(attempt(reference, n)));

  /** Mandates whose first attempt has failed, as two reads have shown: a second one waits for the next day. */
  async function failOnce<Name extends string>(
    names: readonly Name[],
    more: Partial<MandateTerms> = {},
  ): Promise<Record<Name, string>> {
    const references = names.map((name) => world.name(name));
    await Promise.all(references.map((reference) => world.oware.mandates.create(terms(reference, more))));
    await world.pass(Date.parse(`${TOMORROW}T08:00:00Z`) - Date.now() + 5 * MINUTE, 12 * HOUR);
    for (const reference of references) {
      await isSent(reference, 1);
      shown.set(attempt(reference, 1), 'FAILED');
    }
    await world.pass(20 * MINUTE, 5 * MINUTE);
    for (const reference of references) {
      await waitUntil('the second attempt', async () => (await rows(reference)).length === 2);
    }
    return Object.fromEntries(names.map((name, index) => [name, references[index]])) as Record<Name, string>;
  }

  /**
   * A run that continued from another one and was lost: only the state that it began with is left. It had no worker, so
   * a test says what the bank has of it.
   */
  async function loseRun(
    mandate: MandateTerms,
    part: LostPart = {},
  ): Promise<{ readonly recover: () => Promise<unknown> }> {
    const workflowId = `mandate:${mandate.reference}`;
    const snapshot: MandateSnapshot = {
      ...beginning('ACTIVE', 'the gateway reports ACTIVE', mandate.startAt),
      lifecycle: 'mandate',
      terms: mandate,
      mandateCode: 'MTDD|1',
      createdAt: mandate.startAt,
      gatewayStatus: 'ACTIVE',
      debits: [],
      demands: 0,
      debited: { count: 0, sumKobo: kobo(0) },
      ...(part as Partial<MandateSnapshot>),
    };
    const lost = await world.client.workflow.start('keepMandate', {
      workflowId,
      taskQueue: `${world.taskQueue}-without-worker`,
      args: [{ from: 'carried', carried: { snapshot, inbox: [], webhooks: [] } }],
    });
    await lost.terminate('lost');
    return {
      recover: () =>
        world.client.workflow.start('keepMandate', {
          workflowId,
          taskQueue: world.taskQueue,
          args: [{ from: 'request', terms: mandate, recoverFrom: lost.firstExecutionRunId }],
        }),
    };
  }

  /** An operator's decision, signed by the api. */
  async function decide(
    reference: string,
    key: string,
    decision: Pick<ReviewResolution, 'decision' | 'amountKobo' | 'version'>,
  ) {
    const { terms: own, review } = await read(reference);
    const decided = { ...seen(review, key), ...decision };
    const hash = termsHash(decisionTerms(own, { key, ...decided }));
    const grant = grantOf({ action: 'decide', target: `mandate:${reference}`, termsHash: hash });
    const signed = { ...decided, reason: 'by the bank statement', grant: testGrants.sign(grant) };
    return world.oware.mandates.resolve(reference, key, signed);
  }

  return {
    decide,
    shown,
    sent,
    reset,
    terms,
    attempt,
    read,
    rows,
    isSent,
    failOnce,
    loseRun,
    views: async (reference: string) => toDebits(await read(reference)).debits,
    /** The gateway's event about a paid debit. */
    report: (reference: string, paymentReference: string, key = `T-${paymentReference}:${AMOUNT}`) =>
      world.oware.deliverEvent(
        { lifecycle: 'mandate', reference },
        eventOf(paymentReference, {
          key,
          amountKobo: AMOUNT,
          transactionReference: `T-${paymentReference}`,
        }),
      ),
  };
}
