import { notice } from '../../../pages/parts.js';
import { issuerForm, needsFormPost } from '../../collections/card-results.js';
import { attemptsLeft } from '../../collections/cards.js';
import {
  CARD_OTP,
  cardAsTyped,
  type CardScenario,
  COMMON_CARD,
  type TestCard,
  testCards,
} from '../../collections/test-cards.js';
import { payableKobo } from '../../collections/transactions.js';
import { type CardAttempt } from '../../types/card.js';
import { type Transaction } from '../../types/transaction.js';
import { type World } from '../../world.js';
import { html, type Html, input, table } from '../html.js';
import { naira } from '../naira.js';
import { checkoutPath } from './addresses.js';

/** The form, filled in with a test card where one was chosen. */
export function cardForm(transaction: Transaction, scenario?: string): Html {
  const chosen = testCards().find((card) => card.scenario === scenario);
  const filled = chosen && cardAsTyped(chosen.scenario);
  return html`
    <form method="post" action="${checkoutPath(transaction)}/card" class="stack tight">
      ${input({
        name: 'number',
        label: 'Card number',
        kind: 'digits',
        pattern: '[0-9 ]{16,23}',
        autocomplete: 'cc-number',
        placeholder: '0000 0000 0000 0000',
        value: filled?.number,
      })}
      <div class="row">
        ${input({ name: 'expiryMonth', label: 'Month', kind: 'digits', pattern: '[0-9]{2}', autocomplete: 'cc-exp-month', placeholder: 'MM', value: filled?.expiryMonth })}
        ${input({ name: 'expiryYear', label: 'Year', kind: 'digits', pattern: '[0-9]{2,4}', autocomplete: 'cc-exp-year', placeholder: 'YYYY', value: filled?.expiryYear })}
      </div>
      <div class="row">
        ${input({ name: 'cvv', label: 'CVV', kind: 'secret-digits', pattern: '[0-9]{3,4}', autocomplete: 'cc-csc', value: filled?.cvv })}
        ${input({ name: 'pin', label: 'PIN', kind: 'secret-digits', pattern: '[0-9]{4}', value: filled?.pin })}
      </div>
      <button class="block">Pay ${naira(payableKobo(transaction))}</button>
    </form>
    ${testCardChips(transaction, chosen)} ${testCardTable()}
  `;
}

const CHIPS: Readonly<Record<CardScenario, string>> = {
  approved: 'Approved',
  otp: 'OTP',
  issuer: '3-D Secure',
  declined: 'Declined',
  'insufficient-funds': 'Insufficient funds',
  'otp-refused': 'OTP rejected',
  'issuer-by-post': '3-D Secure by POST',
  'issuer-silent': 'Bank never responds',
  tokenizable: 'Reusable',
  'tokenizable-once': 'Reusable once',
};

/** A chip is a link to the filled form; with script it fills the form at once. */
function testCardChips(transaction: Transaction, chosen: TestCard | undefined): Html {
  return html`
    <section aria-label="Fill in a test card" class="stack tight">
      <h2 class="muted">Fill in a test card</h2>
      <ul class="chips">
        ${testCards().map(
          ({ scenario }) =>
            html`<li>
              <a
                href="${checkoutPath(transaction)}?by=card&card=${scenario}"
                data-fill="${JSON.stringify(cardAsTyped(scenario))}"
                ${scenario === chosen?.scenario && html`aria-current="true"`}
                >${CHIPS[scenario]}</a
              >
            </li>`,
        )}
      </ul>
    </section>
  `;
}

function testCardTable(): Html {
  const { expiry, cvv, pin } = COMMON_CARD;
  return html`
    <details>
      <summary>What each test card does</summary>
      <div class="stack tight">
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
      </div>
    </details>
  `;
}

/** The next step of a charge that waits for an OTP or for the issuer. */
export function cardStep(world: World, transaction: Transaction, attempt: CardAttempt): Html {
  if (attempt.waitsFor === 'otp') return otpForm(transaction, attempt);
  if (needsFormPost(attempt)) return formForIssuer(world, attempt);
  return html`
    <section class="stack tight">
      <h2>Confirm with your bank</h2>
      <p>Your bank needs to verify your identity before it pays.</p>
      <a class="button block" href="/issuer/${encodeURIComponent(attempt.id)}">Continue to your bank</a>
    </section>
  `;
}

function otpForm(transaction: Transaction, attempt: CardAttempt): Html {
  return html`
    <form method="post" action="${checkoutPath(transaction)}/otp" class="stack tight">
      <h2>Confirm with your OTP</h2>
      <p>Enter the code that your bank sent to your phone. ${attemptsText(attempt)}</p>
      ${testCode(attempt)}
      ${input({ name: 'otp', label: 'OTP', kind: 'digits', pattern: '[0-9]{4,8}', autocomplete: 'one-time-code' })}
      <button class="block">Confirm</button>
    </form>
  `;
}

/** 3 attempts left. */
export function attemptsText(attempt: CardAttempt): Html {
  const left = attemptsLeft(attempt);
  return html`<strong class="whole">${left} ${left === 1 ? 'attempt' : 'attempts'} left.</strong>`;
}

/** What a tester types. */
export function testCode({ card }: CardAttempt): Html {
  return notice(
    'info',
    card.scenario === 'otp-refused'
      ? 'Test mode: this card rejects every code.'
      : html`Test mode: the code is <strong>${CARD_OTP}</strong>.`,
  );
}

/** Submits itself with scripts, and has a button without them. */
function formForIssuer(world: World, attempt: CardAttempt): Html {
  const { md, paReq, termUrl } = issuerForm(world, attempt);
  return html`
    <form method="post" action="/issuer" class="stack tight" data-submit>
      <h2>Your bank needs to verify your identity</h2>
      <p>You continue on your bank's page and return here afterwards.</p>
      <input type="hidden" name="MD" value="${md}" />
      <input type="hidden" name="PaReq" value="${paReq}" />
      <input type="hidden" name="TermUrl" value="${termUrl}" />
      <button class="block">Continue to your bank</button>
    </form>
  `;
}
