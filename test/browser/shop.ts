import { kobo } from '../../src/domain/money.js';
import { createGatewayClient } from '../../src/gateway/http/client.js';
import type { RequestOf } from '../../src/gateway/spec/endpoint.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { type CardScenario, testCards } from '../../src/sandbox/collections/test-cards.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closeVisits, test as inBrowser } from '../support/browser/browser.js';

type CheckoutTerms = RequestOf<typeof ENDPOINTS.initTransaction>;

/** A merchant with its own sandbox, which opens payments and queries the gateway. */
export interface Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly openCheckout: (
    changes?: Partial<CheckoutTerms>,
  ) => Promise<{ readonly url: string; readonly transactionReference: string }>;
  readonly statusOf: (transactionReference: string) => Promise<string>;
  readonly chargeCard: (transactionReference: string, scenario: CardScenario) => Promise<IssuerForm>;
  /** Creates a mandate; the customer gets the authorization link by e-mail. */
  readonly askForMandate: () => Promise<{ readonly reference: string }>;
  readonly mandateStatus: (reference: string) => Promise<string>;
  /** How often the customer was charged for a transaction, by the ledger. */
  readonly collections: (transactionReference: string) => number;
}

/** The form that a page posts to the issuer. */
export interface IssuerForm {
  readonly acsUrl: string;
  readonly fields: Readonly<Record<string, string>>;
}

export const test = inBrowser.extend<{ readonly shop: Shop }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
  shop: async ({}, use) => {
    const sandbox = createSandbox();
    const { url } = await sandbox.listen();
    const client = createGatewayClient({ ...sandbox.merchants.first(), baseUrl: url });
    await use(createShop(sandbox, url, client));
    await closeVisits();
    await client.close();
    await sandbox.close();
  },
});

const DAY = 86_400_000;

function createShop(sandbox: Sandbox, url: string, client: ReturnType<typeof createGatewayClient>): Shop {
  let orders = 0;
  return {
    url,
    sandbox,
    async openCheckout(changes = {}) {
      const { body } = only(
        await client.call(ENDPOINTS.initTransaction, {
          amount: kobo(4_000_00),
          customerName: 'Ada Obi',
          customerEmail: 'ada@example.com',
          paymentReference: `order-${(orders += 1)}`,
          paymentDescription: 'Two calabashes',
          currencyCode: 'NGN',
          ...changes,
        }),
      );
      return { url: body.checkoutUrl, transactionReference: body.transactionReference };
    },
    async statusOf(transactionReference) {
      const answer = await client.call(ENDPOINTS.getTransaction, { transactionReference });
      return only(answer).body.paymentStatus;
    },
    async chargeCard(transactionReference, scenario) {
      const card = { ...cardFields(scenario) };
      const { body } = only(await client.call(ENDPOINTS.chargeCard, { transactionReference, card }));
      const { acsUrl, md, paReq, termUrl } = body.secure3dData ?? {};
      return { acsUrl: acsUrl ?? '', fields: { MD: md ?? '', PaReq: paReq ?? '', TermUrl: termUrl ?? '' } };
    },
    async askForMandate() {
      const reference = 'rent';
      const now = sandbox.clock.now();
      await client.call(ENDPOINTS.createMandate, {
        mandateReference: reference,
        customerName: 'Ada Obi',
        customerEmailAddress: 'ada@example.com',
        customerPhoneNumber: '08030000000',
        customerAddress: '1 Broad Street, Lagos',
        customerAccountNumber: '0100000005',
        customerAccountBankCode: '058',
        mandateDescription: 'Rent of the shop',
        mandateStartDate: new Date(now + 60_000).toISOString(),
        mandateEndDate: new Date(now + 365 * DAY).toISOString(),
        mandateAmount: kobo(1_200_000_00),
        debitAmount: kobo(100_000_00),
      });
      await sandbox.clock.advance(5_000);
      return { reference };
    },
    async mandateStatus(reference) {
      const answer = await client.call(ENDPOINTS.getMandate, { mandateReferences: reference });
      return only(answer).body[0]?.mandateStatus ?? 'none';
    },
    collections: (reference) =>
      sandbox.ledger.entries({ reference }).filter(({ cause }) => cause === 'collection').length,
  };
}

/** The fields of a test card as the customer types them. */
export function cardFields(scenario: CardScenario) {
  const card = testCards().find((one) => one.scenario === scenario);
  const [expiryMonth = '', expiryYear = ''] = card?.expiry.split('/') ?? [];
  return { number: card?.number ?? '', expiryMonth, expiryYear, cvv: '123', pin: '1234' };
}

function only<Answer extends { readonly kind: string }>(answer: Answer) {
  if (answer.kind !== 'ok') throw new Error(`Gateway call failed: ${answer.kind}`);
  return answer as Extract<Answer, { readonly kind: 'ok' }>;
}
