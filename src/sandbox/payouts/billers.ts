/** A product on sale; together they cover every outcome of a purchase. */
export interface BillProduct {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly biller: string;
  readonly priceKobo: number | null;
  readonly leastKobo: number | null;
  readonly mostKobo: number | null;
  /** Whether the customer's meter or decoder must be validated first; the purchase gives the validation reference. */
  readonly needsValidation: boolean;
}

export const CATEGORIES = [
  { code: 'AIRTIME', name: 'Airtime' },
  { code: 'DATA_BUNDLE', name: 'Data Bundle' },
  { code: 'ELECTRICITY', name: 'Electricity' },
  { code: 'CABLE_TV', name: 'Cable TV' },
] as const;

export const BILLERS = [
  { code: 'BIL-SAVANNA', name: 'Savanna Mobile', categories: ['AIRTIME', 'DATA_BUNDLE'] },
  { code: 'BIL-BENUE', name: 'Benue Power', categories: ['ELECTRICITY'] },
  { code: 'BIL-TALKDRUM', name: 'Talking Drum TV', categories: ['CABLE_TV'] },
] as const;

export const PRODUCTS: readonly BillProduct[] = [
  open('PRD-AIRTIME', { name: 'Airtime top up', category: 'AIRTIME', biller: 'BIL-SAVANNA' }),
  fixed('PRD-DATA-1GB', 500_00, { name: 'Data 1 GB', category: 'DATA_BUNDLE', biller: 'BIL-SAVANNA' }),
  open('PRD-PREPAID', { name: 'Prepaid meter', category: 'ELECTRICITY', biller: 'BIL-BENUE' }, true),
  fixed('PRD-FAMILY', 9_500_00, { name: 'Family bouquet', category: 'CABLE_TV', biller: 'BIL-TALKDRUM' }),
];

/** The last digits of the customer's number decide how a purchase ends. */
export const BILL_SCENARIOS = [
  { ending: '0001', status: 'FAILED', message: 'Biller rejected the purchase' },
  { ending: '0002', status: 'PENDING', message: 'Waiting for the biller' },
] as const;

type Named = Pick<BillProduct, 'name' | 'category' | 'biller'>;

function open(code: string, named: Named, needsValidation = false): BillProduct {
  return { ...named, code, priceKobo: null, leastKobo: 50_00, mostKobo: 100_000_00, needsValidation };
}

function fixed(code: string, priceKobo: number, named: Named): BillProduct {
  return { ...named, code, priceKobo, leastKobo: null, mostKobo: null, needsValidation: false };
}

export const productOf = (code: string): BillProduct | undefined =>
  PRODUCTS.find((product) => product.code === code);
