import { firstMerchant } from '../../people/merchants.js';
import { type World } from '../../world.js';
import { html, type Html, input } from '../html.js';

/** What a person entered and the sandbox refused. */
export interface TypedCash {
  readonly merchantId: string;
  readonly amount: string;
  readonly invoiceReference: string;
}

export function cashForm(world: World, typed?: TypedCash): Html {
  return html`
    <details class="card" ${typed && html`open`}>
      <summary>Cash at an agent</summary>
      <form method="post" action="/dashboard/cash" class="stack tight">
        <p>Record a cash payment at an agent, for a merchant or one of its invoices.</p>
        <div class="row">
          ${input({ name: 'merchantId', label: 'Merchant', value: typed?.merchantId ?? firstMerchant(world).id })}
          ${input({ name: 'amount', label: 'Cash in naira', kind: 'amount', value: typed?.amount })}
          ${input({
            name: 'invoiceReference',
            label: 'Invoice (optional)',
            optional: true,
            value: typed?.invoiceReference,
          })}
        </div>
        <div><button>Record the payment</button></div>
      </form>
    </details>
  `;
}
