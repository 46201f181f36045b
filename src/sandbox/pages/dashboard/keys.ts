import { copyButton } from '../../../pages/parts.js';
import { changeMerchant, setWallet } from '../../control/merchants.js';
import { typedText } from '../../http/fields.js';
import { orRefusal, Refusal } from '../../http/refusal.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { walletBalance } from '../../money/wallet.js';
import { type Merchant } from '../../types/merchant.js';
import { asText } from '../../wire/amounts.js';
import { type World } from '../../world.js';
import { html, type Html, input, type Page, type SeeOther } from '../html.js';
import { naira } from '../naira.js';
import { dashboardPage } from './tab.js';

/** The merchants with their keys, wallets and switches. */
export const KEYS_TAB: readonly OwnRoute[] = [
  own('GET /dashboard/keys', ({ world }) => show(world)),
  own('POST /dashboard/merchants/{id}/wallet', setBalance),
  own('POST /dashboard/merchants/{id}/switches', setSwitches),
];

const HERE: SeeOther = { seeOther: '/dashboard/keys' };

/** What a person entered for a merchant and the sandbox refused. */
interface TypedMerchant {
  readonly id: string;
  readonly switches?: string;
  readonly balance?: string;
}

function show(world: World, typed?: TypedMerchant): Page {
  const merchants = [...world.merchants.values()];
  return dashboardPage(
    'Keys',
    html`${merchants.map((merchant) =>
      merchantCard(world, merchant, typed?.id === merchant.id ? typed : undefined),
    )}`,
  );
}

function merchantCard(world: World, merchant: Merchant, typed: TypedMerchant | undefined): Html {
  const balanceKobo = walletBalance(world, merchant.id);
  return html`
    <section aria-label="${merchant.name}" class="card stack">
      <h2>${merchant.name}</h2>
      <dl>
        <dt>Merchant id</dt>
        <dd>${merchant.id}</dd>
        <dt>Contract code</dt>
        <dd><code>${merchant.contractCode}</code></dd>
        <dt>Wallet</dt>
        <dd><code>${merchant.walletAccountNumber}</code>: ${naira(balanceKobo)}</dd>
        <dt>Event addresses</dt>
        <dd>${addresses(merchant)}</dd>
      </dl>
      <details>
        <summary>Show keys</summary>
        <dl>
          <dt>API key</dt>
          <dd><code>${merchant.apiKey}</code> ${copyButton(merchant.apiKey, 'API key')}</dd>
          <dt>Secret key</dt>
          <dd><code>${merchant.secretKey}</code> ${copyButton(merchant.secretKey, 'secret key')}</dd>
        </dl>
      </details>
      <details ${typed && html`open`}>
        <summary>Wallet balance and switches</summary>
        <div class="columns">
          <form method="post" action="/dashboard/merchants/${merchant.id}/wallet" class="stack tight">
            ${input({
              id: `balance-${merchant.id}`,
              name: 'balance',
              label: 'Wallet balance in naira',
              kind: 'amount',
              value: typed?.balance ?? asText(balanceKobo),
            })}
            <div><button>Set the balance</button></div>
          </form>
          <form method="post" action="/dashboard/merchants/${merchant.id}/switches" class="stack tight">
            <div>
              <label for="switches-${merchant.id}">Switches</label>
              <textarea id="switches-${merchant.id}" name="switches" rows="12" required spellcheck="false">
${typed?.switches ?? JSON.stringify(merchant.switches, null, 2)}</textarea>
            </div>
            <div><button>Set the switches</button></div>
          </form>
        </div>
      </details>
    </section>
  `;
}

function addresses({ webhookUrls }: Merchant): string {
  const named = Object.entries(webhookUrls).map(([kind, url]) => `${kind}: ${String(url)}`);
  return named.length === 0 ? 'no address set' : named.join(', ');
}

/** Keeps the entered values, so that they can be corrected. */
const showAgain = (world: World, alert: string, typed: TypedMerchant): Page => ({
  ...show(world, typed),
  status: 400,
  alert,
});

function setBalance({ world, params, body }: Call): SeeOther | Page {
  const { id = '' } = params;
  const balance = typedText(body, 'balance');
  const set = orRefusal(() => setWallet(world, id, { balance }));
  return set instanceof Refusal ? showAgain(world, set.message, { id, balance }) : HERE;
}

function setSwitches({ world, params, body }: Call): SeeOther | Page {
  const { id = '' } = params;
  const switches = typedText(body, 'switches');
  try {
    changeMerchant(world, id, { switches: JSON.parse(switches) as unknown });
  } catch (error) {
    return showAgain(world, (error as Error).message, { id, switches });
  }
  return HERE;
}
