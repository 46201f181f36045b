import { notice, type Tone } from '../../pages/parts.js';
import { authorize, cancelByCustomer, refuseMandate } from '../direct-debit/mandates.js';
import { fieldsOf, text } from '../http/fields.js';
import { notFound } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { type Mandate, type MandateStatus } from '../types/mandate.js';
import { merchantUrl } from './checkout/addresses.js';
import { html, type Html, type Page, type SeeOther } from './html.js';
import { naira } from './naira.js';
import { payerTime } from './times.js';

/** The page that the authorization link in the customer's e-mail opens. */
export const MANDATE_PAGE: readonly OwnRoute[] = [
  own('GET /mandates/{code}', show),
  own('POST /mandates/{code}', answer),
];

function show(call: Call): Page {
  const mandate = mandateOf(call);
  const { customer, status } = mandate;
  const url = returnUrlOf(mandate);
  return {
    layout: 'card',
    title: 'Authorize a direct debit',
    lead: html`<p class="amount">${amountOf(mandate.debitKobo, 'Any amount')}</p>
      <p class="muted">each time, to ${merchantById(call.world, mandate.merchantId).name}</p>`,
    ...(url !== undefined && JUST_ANSWERED.has(status) && { refresh: { seconds: 5, url } }),
    main: html`
      <dl>
        <dt>For</dt>
        <dd>${mandate.description}</dd>
        <dt>From</dt>
        <dd>${bankName(customer.bankCode)}, ${customer.accountNumber}</dd>
        <dt>Total limit</dt>
        <dd>${amountOf(mandate.amountKobo, 'None')}</dd>
        <dt>Until</dt>
        <dd>${payerTime(mandate.endsAt, call.world.clock.now())}</dd>
      </dl>
      ${status === 'PENDING_AUTHORIZATION' ? decisionForm(mandate) : notice(toneOf(status), STATUS_TEXT[status])}
      ${status === 'ACTIVE' && cancellation(mandate)}
      ${url !== undefined && html`<a class="button block" href="${url}">Return to the merchant</a>`}
    `,
  };
}

function toneOf(status: MandateStatus): Tone {
  if (status === 'ACTIVE' || status === 'PENDING_ACTIVATION') return 'good';
  return status === 'INITIATED' ? 'info' : 'warn';
}

function cancellation({ code, customerMayCancel, cancelling }: Mandate): Html | false {
  if (cancelling) return notice('info', 'The cancellation is in progress.');
  if (!customerMayCancel) return false;
  return html`
    <form method="post" action="/mandates/${encodeURIComponent(code)}">
      <button name="answer" value="cancel" class="quiet block">Cancel the direct debit</button>
    </form>
  `;
}

/** The merchant's return URL, once the customer has decided. Its query is a hint to check the mandate, never proof. */
function returnUrlOf({ redirectUrl, reference, status }: Mandate): string | undefined {
  if (status === 'INITIATED' || status === 'PENDING_AUTHORIZATION') return undefined;
  return merchantUrl(redirectUrl, { mandateReference: reference, mandateStatus: status });
}

const JUST_ANSWERED: ReadonlySet<MandateStatus> = new Set<MandateStatus>(['PENDING_ACTIVATION', 'FAILED']);

const STATUS_TEXT: Readonly<Record<Exclude<MandateStatus, 'PENDING_AUTHORIZATION'>, string>> = {
  INITIATED: 'Your bank is preparing the direct debit. You can authorize it in a moment.',
  PENDING_ACTIVATION: 'Thank you. Your bank activates the direct debit within a minute.',
  ACTIVE: 'The direct debit is active: the merchant can debit your account.',
  AUTHORIZATION_EXPIRED: 'The authorization link has expired. Nothing will be debited.',
  EXPIRED: 'The direct debit has ended. Nothing more will be debited.',
  CANCELLED: 'The direct debit was cancelled. Nothing more will be debited.',
  FAILED: 'You refused the direct debit. Nothing will be debited.',
};

function decisionForm({ code }: Mandate): Html {
  return html`
    <form method="post" action="/mandates/${encodeURIComponent(code)}" class="stack tight">
      <button name="answer" value="authorize" class="block">Authorize</button>
      <button name="answer" value="refuse" class="quiet block">Refuse</button>
    </form>
  `;
}

function answer(call: Call): SeeOther {
  const mandate = mandateOf(call);
  const decision = text(fieldsOf(call.body), 'answer');
  if (decision === 'cancel') cancelByCustomer(call.world, mandate);
  else if (mandate.status === 'PENDING_AUTHORIZATION') {
    if (decision === 'authorize') authorize(call.world, mandate);
    else refuseMandate(call.world, mandate);
  }
  return { seeOther: `/mandates/${encodeURIComponent(mandate.code)}` };
}

const amountOf = (amountKobo: number | null, otherwise: string): string =>
  amountKobo === null ? otherwise : naira(amountKobo);

function mandateOf({ world, params }: Call): Mandate {
  const mandate = world.mandates.get(params['code'] ?? '');
  if (!mandate) throw notFound('We could not find this direct debit.');
  return mandate;
}
