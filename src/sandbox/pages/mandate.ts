import { kobo, showNaira } from '../../domain/money.js';
import { authorize, cancelByCustomer, refuseMandate } from '../direct-debit/mandates.js';
import { fieldsOf, text } from '../http/fields.js';
import { notFound } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { type Mandate, type MandateStatus } from '../types/mandate.js';
import { localText } from '../wire/times.js';
import { merchantUrl } from './checkout-addresses.js';
import { html, type Html, type Page, type SeeOther } from './html.js';

/** Where the link in the customer's mail leads. */
export const MANDATE_PAGE: readonly OwnRoute[] = [
  own('GET /mandates/{code}', show),
  own('POST /mandates/{code}', answer),
];

function show(call: Call): Page {
  const mandate = mandateOf(call);
  const url = wayBack(mandate);
  return {
    title: 'Authorize a direct debit',
    ...(url !== undefined && JUST_ANSWERED.has(mandate.status) && { refresh: { seconds: 5, url } }),
    main: html`
      <dl>
        <dt>Merchant</dt>
        <dd>${merchantById(call.world, mandate.merchantId).name}</dd>
        <dt>For</dt>
        <dd>${mandate.description}</dd>
        <dt>Account</dt>
        <dd>${bankName(mandate.customer.bankCode)}, ${mandate.customer.accountNumber}</dd>
        <dt>In total at most</dt>
        <dd>${amountOf(mandate.amountKobo)}</dd>
        <dt>Each time</dt>
        <dd>${amountOf(mandate.debitKobo)}</dd>
        <dt>Until</dt>
        <dd>${localText(mandate.endsAt)}</dd>
        <dt>Status</dt>
        <dd role="status">${mandate.status}</dd>
      </dl>
      ${mandate.status === 'PENDING_AUTHORIZATION' ? decision(mandate) : html`<p class="said">${SAID[mandate.status]}</p>`}
      ${mandate.status === 'ACTIVE' && cancellation(mandate)}
      ${url !== undefined && html`<p><a href="${url}">Return to the merchant</a></p>`}
    `,
  };
}

function cancellation({ code, customerMayCancel, cancelling }: Mandate): Html | false {
  if (cancelling) return html`<p role="status">It is being cancelled.</p>`;
  if (!customerMayCancel) return false;
  return html`
    <form method="post" action="/mandates/${encodeURIComponent(code)}">
      <button name="answer" value="cancel" class="quiet">Cancel the direct debit</button>
    </form>
  `;
}

/** The merchant's address, once the customer has answered. What it carries is a hint to ask, and never a proof. */
function wayBack({ redirectUrl, reference, status }: Mandate): string | undefined {
  if (status === 'INITIATED' || status === 'PENDING_AUTHORIZATION') return undefined;
  return merchantUrl(redirectUrl, { mandateReference: reference, mandateStatus: status });
}

const JUST_ANSWERED: ReadonlySet<MandateStatus> = new Set<MandateStatus>(['PENDING_ACTIVATION', 'FAILED']);

const SAID: Readonly<Record<Exclude<MandateStatus, 'PENDING_AUTHORIZATION'>, string>> = {
  INITIATED: 'You can answer in a moment: your bank is preparing it.',
  PENDING_ACTIVATION: 'Thank you. Your bank activates it within a minute.',
  ACTIVE: 'Your bank has activated it: the merchant can debit your account.',
  AUTHORIZATION_EXPIRED: 'The time to answer is over. Nothing will be debited.',
  EXPIRED: 'It has ended. Nothing more will be debited.',
  CANCELLED: 'It was cancelled. Nothing more will be debited.',
  FAILED: 'You have refused. Nothing will be debited.',
};

function decision({ code }: Mandate): Html {
  return html`
    <form method="post" action="/mandates/${encodeURIComponent(code)}">
      <button name="answer" value="authorize">Authorize</button>
      <button name="answer" value="refuse" class="quiet">Refuse</button>
    </form>
  `;
}

function answer(call: Call): SeeOther {
  const mandate = mandateOf(call);
  const said = text(fieldsOf(call.body), 'answer');
  if (said === 'cancel') cancelByCustomer(call.world, mandate);
  else if (mandate.status === 'PENDING_AUTHORIZATION') {
    if (said === 'authorize') authorize(call.world, mandate);
    else refuseMandate(call.world, mandate);
  }
  return { seeOther: `/mandates/${encodeURIComponent(mandate.code)}` };
}

const amountOf = (amountKobo: number | null): string =>
  amountKobo === null ? 'not limited' : showNaira(kobo(amountKobo));

function mandateOf({ world, params }: Call): Mandate {
  const mandate = world.mandates.get(params['code'] ?? '');
  if (!mandate) throw notFound('There is no such mandate');
  return mandate;
}
