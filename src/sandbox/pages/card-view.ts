import { issuerForm, needsFormPost } from '../collections/card-results.js';
import { COMMON_CARD, testCards } from '../collections/test-cards.js';
import { type CardAttempt } from '../types/card.js';
import { type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';
import { checkoutPath } from './checkout-addresses.js';
import { html, type Html, input, table } from './html.js';

export function cardForm(transaction: Transaction): Html {
  return html`
    <form method="post" action="${checkoutPath(transaction)}/card">
      <h2>Card</h2>
      ${input({ name: 'number', label: 'Card number', kind: 'digits', pattern: '[0-9 ]{16,23}', autocomplete: 'cc-number' })}
      <div class="row">
        <div>${input({ name: 'expiryMonth', label: 'Month', kind: 'digits', pattern: '[0-9]{2}' })}</div>
        <div>${input({ name: 'expiryYear', label: 'Year', kind: 'digits', pattern: '[0-9]{2,4}' })}</div>
        <div>${input({ name: 'cvv', label: 'CVV', kind: 'digits', pattern: '[0-9]{3,4}' })}</div>
        <div>${input({ name: 'pin', label: 'PIN', kind: 'digits', pattern: '[0-9]{4}' })}</div>
      </div>
      <button>Pay by card</button>
    </form>
    ${testCardList()}
  `;
}

function testCardList(): Html {
  const { expiry, cvv, pin } = COMMON_CARD;
  return html`
    <details>
      <summary>Test cards</summary>
      <p>Every card expires ${expiry} and has the CVV ${cvv} and the PIN ${pin}.</p>
      ${table(
        'Test cards',
        ['Number', 'OTP', 'Outcome'],
        testCards().map(({ number, otp, description }) => [
          html`<span class="whole">${number}</span>`,
          otp ?? 'none',
          description,
        ]),
      )}
    </details>
  `;
}

/** The next step of a charge that waits for an OTP or for the issuer. */
export function cardStep(world: World, transaction: Transaction, attempt: CardAttempt): Html {
  if (attempt.waitsFor === 'otp') return otpForm(transaction);
  if (needsFormPost(attempt)) return formForIssuer(world, attempt);
  return html`<p><a href="/issuer/${encodeURIComponent(attempt.id)}">Continue to your bank</a></p>`;
}

function otpForm(transaction: Transaction): Html {
  return html`
    <form method="post" action="${checkoutPath(transaction)}/otp">
      <h2>Confirm with your OTP</h2>
      <p>Enter the code that your bank sent to your phone.</p>
      ${input({ name: 'otp', label: 'OTP', kind: 'digits', pattern: '[0-9]{4,8}', autocomplete: 'one-time-code' })}
      <button>Confirm</button>
    </form>
  `;
}

/** Submits itself with scripts, and has a button without them. */
function formForIssuer(world: World, attempt: CardAttempt): Html {
  const { md, paReq, termUrl } = issuerForm(world, attempt);
  return html`
    <form method="post" action="/issuer" data-submit>
      <h2>Your bank needs to verify your identity</h2>
      <p>You continue on your bank's page and return here afterwards.</p>
      <input type="hidden" name="MD" value="${md}" />
      <input type="hidden" name="PaReq" value="${paReq}" />
      <input type="hidden" name="TermUrl" value="${termUrl}" />
      <button>Continue to your bank</button>
    </form>
  `;
}
