export const CARD_SCENARIOS = {
  approved: 'Paid at once',
  otp: 'Asks for an OTP',
  'otp-refused': 'Asks for an OTP and takes none: after three tries the payment fails',
  issuer: "Sends the customer to the issuer's page (3-D Secure by redirect)",
  'issuer-by-post': "Has the browser post a form to the issuer's page (3-D Secure by POST)",
  'issuer-silent':
    "The issuer's page takes the OTP and never answers: the payment stays pending until it expires",
  declined: 'Declined',
  'insufficient-funds': 'Declined: insufficient funds',
  tokenizable: 'Paid at once, and its token can be charged again',
  'tokenizable-once': 'Paid at once, with a token whose later charges are declined',
} as const;

export type CardScenario = keyof typeof CARD_SCENARIOS;

export interface TestCard {
  readonly number: string;
  readonly scenario: CardScenario;
  readonly says: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly pin: string;
  readonly otp: string | null;
}

/** What customers receive for every test card, on the phone or at the issuer's page. */
export const CARD_OTP = '123456';

const NUMBERS: Readonly<Record<string, CardScenario>> = {
  '4111111111111111': 'approved',
  '5060995994247093': 'otp',
  '4000000000000002': 'issuer',
  '4111111111111110': 'declined',
  '5060995994247119': 'otp-refused',
  '4000000000000119': 'issuer-by-post',
  '4000000000000093': 'issuer-silent',
  '4000000000000051': 'insufficient-funds',
  '4084084084084081': 'tokenizable',
  '4084080000005408': 'tokenizable-once',
};

const NEEDS_CODE: ReadonlySet<CardScenario> = new Set(['otp', 'issuer', 'issuer-by-post', 'issuer-silent']);

export function scenarioOf(cardNumber: string): CardScenario | undefined {
  return NUMBERS[cardNumber];
}

/** What is the same on every test card. */
export const COMMON_CARD = { expiry: '12/2049', cvv: '123', pin: '1234' } as const;

/** Every card that the sandbox knows, for people to read. */
export function testCards(): TestCard[] {
  return Object.entries(NUMBERS).map(([number, scenario]) => ({
    number,
    scenario,
    says: CARD_SCENARIOS[scenario],
    ...COMMON_CARD,
    otp: NEEDS_CODE.has(scenario) ? CARD_OTP : null,
  }));
}

/** One of them, as somebody types it. */
export function cardAsTyped(scenario: CardScenario) {
  const card = testCards().find((one) => one.scenario === scenario);
  if (!card) throw new Error(`there is no card for ${scenario}`);
  const { number, expiry, cvv, pin } = card;
  const [expiryMonth = '', expiryYear = ''] = expiry.split('/');
  return { number, expiryMonth, expiryYear, cvv, pin };
}
