import { copyButton, notice } from '../../../pages/parts.js';
import { payableKobo } from '../../collections/transactions.js';
import { bankName } from '../../people/banks.js';
import { type Transaction } from '../../types/transaction.js';
import { type VirtualAccount } from '../../types/virtual-account.js';
import { asText } from '../../wire/amounts.js';
import { type World } from '../../world.js';
import { html, type Html } from '../html.js';
import { naira } from '../naira.js';
import { checkoutPath } from './addresses.js';
import { liveState } from './state.js';

/** The account to pay into, or the button that requests one. */
export function transferOption(world: World, transaction: Transaction): Html {
  const account = world.virtualAccounts.get(transaction.accountNumber ?? '');
  if (account) return showAccount(world, transaction, account);
  return html`
    <form method="post" action="${checkoutPath(transaction)}/transfer" class="stack tight">
      <p>
        You get an account number that is only for this payment. Send the exact amount to it from any bank.
      </p>
      <button class="block">Pay ${naira(payableKobo(transaction))} by transfer</button>
    </form>
  `;
}

function showAccount(
  world: World,
  transaction: Transaction,
  { bankCode, accountNumber, accountName }: VirtualAccount,
): Html {
  const missingKobo = payableKobo(transaction) - transaction.paidKobo;
  const simulator = new URLSearchParams({ bankCode, accountNumber, amount: asText(missingKobo) });
  const now = world.clock.now();
  return html`
    ${
      transaction.paidKobo > 0 &&
      notice('warn', [
        html`<p><strong>${naira(transaction.paidKobo)} received.</strong></p>`,
        html`<p>Send the remaining ${naira(missingKobo)} to the same account.</p>`,
      ])
    }
    <section aria-label="Account to pay into" class="account">
      <p>Send <strong>${naira(missingKobo)}</strong> to</p>
      <p class="digits">${accountNumber}</p>
      ${copyButton(accountNumber, 'account number')}
      <p><strong>${bankName(bankCode)}</strong></p>
      <p class="muted">${accountName}</p>
    </section>
    <p
      role="status"
      class="waiting"
      data-live="${checkoutPath(transaction)}/state.js"
      data-state="${liveState(transaction, now)}"
    >
      Waiting for your transfer…
    </p>
    <a class="button quiet" href="/simulator?${simulator.toString()}">Pay in the bank simulator</a>
  `;
}
