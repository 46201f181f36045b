import { announce } from '../events/deliveries.js';
import { mandateEvent } from '../events/mandate.js';
import { unprocessable } from '../http/refusal.js';
import { sendMessage } from '../people/inbox.js';
import { merchantById } from '../people/merchants.js';
import { type Mandate, type MandateStatus } from '../types/mandate.js';
import { type World } from '../world.js';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const INSTRUCTION_AFTER_MS = 2 * SECOND;
const BANK_TAKES_MS = 60 * SECOND;
const AUTHORIZE_WITHIN_MS = 30 * DAY;

/** Inside of a commit: the steps that follow by themselves are on the agenda from the start. */
export function openMandate(world: World, mandate: Mandate): void {
  world.mandates.put(mandate);
  const now = world.clock.now();
  later(world, 'mandate-instructed', { subject: mandate.code, dueAt: now + INSTRUCTION_AFTER_MS });
  later(world, 'mandate-unauthorized', { subject: mandate.code, dueAt: now + AUTHORIZE_WITHIN_MS });
  if (!mandate.autoRenew) later(world, 'mandate-ended', { subject: mandate.code, dueAt: mandate.endsAt });
}

/** Inside of a commit: the customer is told how to authorize. */
export function instruct(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate?.status !== 'INITIATED') return;
  move(world, mandate, 'PENDING_AUTHORIZATION');
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

/** Inside of a commit: the customer says yes, and the bank has to activate. */
export function authorize(world: World, mandate: Mandate): void {
  move(world, mandate, 'PENDING_ACTIVATION');
  later(world, 'mandate-activated', { subject: mandate.code, dueAt: world.clock.now() + BANK_TAKES_MS });
}

/** Inside of a commit: the customer says no. */
export function refuseMandate(world: World, mandate: Mandate): void {
  move(world, mandate, 'FAILED');
}

export function activate(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate?.status === 'PENDING_ACTIVATION') move(world, mandate, 'ACTIVE');
}

export function endUnauthorized(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate?.status === 'PENDING_AUTHORIZATION') move(world, mandate, 'AUTHORIZATION_EXPIRED');
}

export function endMandate(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate && OPEN.has(mandate.status)) move(world, mandate, 'EXPIRED');
}

/** Inside of a commit: asynchronous, so the mandate can still be debited for a while. */
export function requestCancel(world: World, mandate: Mandate): void {
  world.mandates.put({ ...mandate, cancelling: true });
  later(world, 'mandate-cancelled', { subject: mandate.code, dueAt: world.clock.now() + BANK_TAKES_MS });
}

/** Inside of a commit: the customer withdraws the leave, where the merchant has allowed it. */
export function cancelByCustomer(world: World, mandate: Mandate): void {
  if (!mandate.customerMayCancel)
    throw unprocessable('The merchant does not let customers cancel this mandate');
  if (mandate.status !== 'ACTIVE') throw unprocessable(`The mandate is ${mandate.status}`);
  if (!mandate.cancelling) requestCancel(world, mandate);
}

export function cancelNow(world: World, code: string): void {
  const mandate = world.mandates.get(code);
  if (mandate && OPEN.has(mandate.status)) move(world, mandate, 'CANCELLED');
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

function move(world: World, mandate: Mandate, status: MandateStatus): void {
  const moved = { ...mandate, status };
  world.mandates.put(moved);
  if (!UNREPORTED.has(status))
    announce(world, merchantById(world, mandate.merchantId), mandateEvent(world, moved));
}

function later(world: World, kind: string, when: { readonly subject: string; readonly dueAt: number }): void {
  world.agenda.add({ kind, ...when });
}
