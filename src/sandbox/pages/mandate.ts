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

/** The page that the authorization link in the customer's e-mail opens. */
export const MANDATE_PAGE: readonly OwnRoute[] = [
  own('GET /mandates/{code}', show),
  own('POST /mandates/{code}', answer),
];

function show(call: Call): Page {
  const mandate = mandateOf(call);
  const url = returnUrlOf(mandate);
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
        <dt>Total limit</dt>
        <dd>${amountOf(mandate.amountKobo)}</dd>
        <dt>Each debit</dt>
        <dd>${amountOf(mandate.debitKobo)}</dd>
        <dt>Until</dt>
        <dd>${localText(mandate.endsAt)}</dd>
        <dt>Status</dt>
        <dd role="status">${mandate.status}</dd>
      </dl>
      ${mandate.status === 'PENDING_AUTHORIZATION' ? decisionForm(mandate) : html`<p class="result">${STATUS_TEXT[mandate.status]}</p>`}
      ${mandate.status === 'ACTIVE' && cancellation(mandate)}
      ${url !== undefined && html`<p><a href="${url}">Return to the merchant</a></p>`}
    `,
  };
}

function cancellation({ code, customerMayCancel, cancelling }: Mandate): Html | false {
  if (cancelling) return html`<p role="status">The cancellation is in progress.</p>`;
  if (!customerMayCancel) return false;
  return html`
    <form method="post" action="/mandates/${encodeURIComponent(code)}">
      <button name="answer" value="cancel" class="quiet">Cancel the direct debit</button>
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
    <form method="post" action="/mandates/${encodeURIComponent(code)}">
      <button name="answer" value="authorize">Authorize</button>
      <button name="answer" value="refuse" class="quiet">Refuse</button>
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

const amountOf = (amountKobo: number | null): string =>
  amountKobo === null ? 'no limit' : showNaira(kobo(amountKobo));

function mandateOf({ world, params }: Call): Mandate {
  const mandate = world.mandates.get(params['code'] ?? '');
  if (!mandate) throw notFound('We could not find this direct debit.');
  return mandate;
}
