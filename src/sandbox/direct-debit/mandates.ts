import { sendEvent } from '../events/deliveries.js';
import { mandateEvent } from '../events/mandate.js';
import { unprocessable } from '../http/refusal.js';
import { sendMessage } from '../people/messages.js';
import { merchantById } from '../people/merchants.js';
import { type Mandate, type MandateStatus } from '../types/mandate.js';
import { type World } from '../world.js';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const INSTRUCTION_AFTER_MS = 2 * SECOND;
const BANK_TAKES_MS = 60 * SECOND;
const AUTHORIZE_WITHIN_MS = 30 * DAY;

/** Runs inside a commit: stores the mandate and schedules its automatic steps. */
export function openMandate(world: World, mandate: Mandate): void {
  world.mandates.put(mandate);
  const now = world.clock.now();
  schedule(world, 'mandate-instructed', { subject: mandate.code, dueAt: now + INSTRUCTION_AFTER_MS });
  schedule(world, 'mandate-unauthorized', { subject: mandate.code, dueAt: now + AUTHORIZE_WITHIN_MS });
  if (!mandate.autoRenew) schedule(world, 'mandate-ended', { subject: mandate.code, dueAt: mandate.endsAt });
}

/** Runs inside a commit: sends the customer the authorization link. */
export function instruct(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate?.status !== 'INITIATED') return;
  setStatus(world, mandate, 'PENDING_AUTHORIZATION');
  sendMessage(world, {
    to: mandate.customer.email,
    subject: 'Authorize a direct debit',
    text: authorizationMessage(mandate),
    reference: mandate.reference,
    link: authorizationLink(world, mandate),
  });
}

export function authorizationMessage({ customer, description }: Mandate): string {
  return `Authorize debits of your account ending ${customer.accountNumber.slice(-4)} for ${description} within 30 days.`;
}

export function authorizationLink({ publicUrl }: World, { code }: Mandate): string {
  return publicUrl(`/mandates/${encodeURIComponent(code)}`);
}

/** Runs inside a commit: the customer authorizes; the bank activates later. */
export function authorize(world: World, mandate: Mandate): void {
  setStatus(world, mandate, 'PENDING_ACTIVATION');
  schedule(world, 'mandate-activated', { subject: mandate.code, dueAt: world.clock.now() + BANK_TAKES_MS });
}

/** Runs inside a commit: the customer refuses. */
export function refuseMandate(world: World, mandate: Mandate): void {
  setStatus(world, mandate, 'FAILED');
}

export function activate(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate?.status === 'PENDING_ACTIVATION') setStatus(world, mandate, 'ACTIVE');
}

export function endUnauthorized(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate?.status === 'PENDING_AUTHORIZATION') setStatus(world, mandate, 'AUTHORIZATION_EXPIRED');
}

export function endMandate(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate && OPEN.has(mandate.status)) setStatus(world, mandate, 'EXPIRED');
}

/** Runs inside a commit: cancellation is asynchronous, so the mandate can still be debited for a while. */
export function requestCancel(world: World, mandate: Mandate): void {
  world.mandates.put({ ...mandate, cancelling: true });
  schedule(world, 'mandate-cancelled', { subject: mandate.code, dueAt: world.clock.now() + BANK_TAKES_MS });
}

/** Runs inside a commit: the customer cancels the mandate, where the merchant allows it. */
export function cancelByCustomer(world: World, mandate: Mandate): void {
  if (!mandate.customerMayCancel)
    throw unprocessable('The merchant does not allow customers to cancel this mandate');
  if (mandate.status !== 'ACTIVE') throw unprocessable(`The mandate is ${mandate.status}`);
  if (!mandate.cancelling) requestCancel(world, mandate);
}

export function cancelNow(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate && OPEN.has(mandate.status)) setStatus(world, mandate, 'CANCELLED');
}

export const OPEN: ReadonlySet<MandateStatus> = new Set<MandateStatus>([
  'INITIATED',
  'PENDING_AUTHORIZATION',
  'PENDING_ACTIVATION',
  'ACTIVE',
]);

const UNREPORTED: ReadonlySet<MandateStatus> = new Set<MandateStatus>([
  'PENDING_AUTHORIZATION',
  'PENDING_ACTIVATION',
]);

function setStatus(world: World, mandate: Mandate, status: MandateStatus): void {
  const updated = { ...mandate, status };
  world.mandates.put(updated);
  if (!UNREPORTED.has(status))
    sendEvent(world, merchantById(world, mandate.merchantId), mandateEvent(world, updated));
}

function schedule(
  world: World,
  kind: string,
  when: { readonly subject: string; readonly dueAt: number },
): void {
  world.agenda.add({ kind, ...when });
}
