export const CARD_SCENARIOS = {
  approved: 'Approved at once',
  otp: 'Asks for an OTP',
  'otp-refused': 'Asks for an OTP and rejects every code: fails after three attempts',
  issuer: "Sends the customer to the issuer's page (3-D Secure by redirect)",
  'issuer-by-post': "Posts a form to the issuer's page (3-D Secure by POST)",
  'issuer-silent':
    "The issuer's page accepts the OTP and never responds: the payment stays pending until it expires",
  declined: 'Declined',
  'insufficient-funds': 'Declined: insufficient funds',
  tokenizable: 'Approved at once; its token can be charged again',
  'tokenizable-once': 'Approved at once; later charges of its token are declined',
} as const;

export type CardScenario = keyof typeof CARD_SCENARIOS;

export interface TestCard {
  readonly number: string;
  readonly scenario: CardScenario;
  readonly description: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly pin: string;
  readonly otp: string | null;
}

/** The OTP of every test card, by SMS or on the issuer's page. */
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

/** Common to all test cards. */
export const COMMON_CARD = { expiry: '12/2049', cvv: '123', pin: '1234' } as const;

/** All test cards, for the pages and the CLI. */
export function testCards(): TestCard[] {
  return Object.entries(NUMBERS).map(([number, scenario]) => ({
    number,
    scenario,
    description: CARD_SCENARIOS[scenario],
    ...COMMON_CARD,
    otp: NEEDS_CODE.has(scenario) ? CARD_OTP : null,
  }));
}

/** The card of a scenario, as a customer enters it. */
export function cardAsTyped(scenario: CardScenario) {
  const card = testCards().find((one) => one.scenario === scenario);
  if (!card) throw new Error(`No test card for scenario ${scenario}`);
  const { number, expiry, cvv, pin } = card;
  const [expiryMonth = '', expiryYear = ''] = expiry.split('/');
  return { number, expiryMonth, expiryYear, cvv, pin };
}
