import { walletBalance } from '../money/wallet.js';
import { type Merchant } from '../types/merchant.js';
import { asText } from '../wire/amounts.js';
import { type World } from '../world.js';
import { html, type Html, input } from './html.js';
import { naira } from './naira.js';

/** What a person entered for a merchant and the sandbox refused. */
export interface TypedMerchant {
  readonly id: string;
  readonly switches?: string;
  readonly balance?: string;
}

export function merchantSection(world: World, typed?: TypedMerchant): Html {
  return html`
    <h2>Merchants</h2>
    ${[...world.merchants.values()].map((merchant) =>
      merchantDetails(world, merchant, typed?.id === merchant.id ? typed : undefined),
    )}
  `;
}

function merchantDetails(world: World, merchant: Merchant, typed: TypedMerchant | undefined): Html {
  const balanceKobo = walletBalance(world, merchant.id);
  return html`
    <section aria-label="${merchant.name}">
      <dl>
        <dt>Name</dt>
        <dd>${merchant.name} (${merchant.id})</dd>
        <dt>API key</dt>
        <dd><code>${merchant.apiKey}</code></dd>
        <dt>Secret key</dt>
        <dd><code>${merchant.secretKey}</code></dd>
        <dt>Contract code</dt>
        <dd><code>${merchant.contractCode}</code></dd>
        <dt>Wallet</dt>
        <dd><code>${merchant.walletAccountNumber}</code>: ${naira(balanceKobo)}</dd>
        <dt>Event addresses</dt>
        <dd>${addresses(merchant)}</dd>
      </dl>
      <details ${typed && html`open`}>
        <summary>Wallet balance and switches</summary>
        <form method="post" action="/dashboard/merchants/${merchant.id}/wallet">
          ${input({
            id: `balance-${merchant.id}`,
            name: 'balance',
            label: 'Wallet balance in naira',
            kind: 'amount',
            value: typed?.balance ?? asText(balanceKobo),
          })}
          <button>Set the balance</button>
        </form>
        <form method="post" action="/dashboard/merchants/${merchant.id}/switches">
          <label for="switches-${merchant.id}">Switches</label>
          <textarea id="switches-${merchant.id}" name="switches" rows="12" required spellcheck="false">
${typed?.switches ?? JSON.stringify(merchant.switches, null, 2)}</textarea>
          <button>Set the switches</button>
        </form>
      </details>
    </section>
  `;
}

function addresses({ webhookUrls }: Merchant): string {
  const named = Object.entries(webhookUrls).map(([kind, url]) => `${kind}: ${String(url)}`);
  return named.length === 0 ? 'no address set' : named.join(', ');
}
