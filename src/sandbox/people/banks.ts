/** A bank by its code in transfers; status records show its nipCode. */
export interface Bank {
  readonly code: string;
  readonly nipCode: string;
  readonly name: string;
  readonly ussdTemplate: string;
}

export const BANKS: readonly Bank[] = [
  {
    code: '011',
    nipCode: '000016',
    name: 'First Bank of Nigeria',
    ussdTemplate: '*894*Amount*AccountNumber#',
  },
  {
    code: '032',
    nipCode: '000018',
    name: 'Union Bank of Nigeria',
    ussdTemplate: '*826*2*Amount*AccountNumber#',
  },
  {
    code: '033',
    nipCode: '000004',
    name: 'United Bank For Africa',
    ussdTemplate: '*919*4*AccountNumber*Amount#',
  },
  { code: '035', nipCode: '000017', name: 'Wema Bank', ussdTemplate: '*945*AccountNumber*Amount#' },
  { code: '044', nipCode: '000014', name: 'Access Bank', ussdTemplate: '*901*Amount*AccountNumber#' },
  { code: '050', nipCode: '000010', name: 'Ecobank Nigeria', ussdTemplate: '*326*Amount*AccountNumber#' },
  { code: '057', nipCode: '000015', name: 'Zenith Bank', ussdTemplate: '*966*Amount*AccountNumber#' },
  {
    code: '058',
    nipCode: '000013',
    name: 'Guaranty Trust Bank',
    ussdTemplate: '*737*2*Amount*AccountNumber#',
  },
  { code: '070', nipCode: '000007', name: 'Fidelity Bank', ussdTemplate: '*770*AccountNumber*Amount#' },
  {
    code: '214',
    nipCode: '000003',
    name: 'First City Monument Bank',
    ussdTemplate: '*329*Amount*AccountNumber#',
  },
  {
    code: '221',
    nipCode: '000012',
    name: 'Stanbic IBTC Bank',
    ussdTemplate: '*909*22*Amount*AccountNumber#',
  },
  { code: '232', nipCode: '000001', name: 'Sterling Bank', ussdTemplate: '*822*5*Amount*AccountNumber#' },
];

/** Banks that issue virtual accounts; the first is the default. */
export const VIRTUAL_ACCOUNT_BANKS = ['035', '232', '070'] as const;

const byCode = new Map(BANKS.map((bank) => [bank.code, bank]));

export function bankOf(code: string): Bank | undefined {
  return byCode.get(code);
}

export function bankName(code: string): string {
  return bankOf(code)?.name ?? code;
}

export function ussdFor({ ussdTemplate }: Bank, amount: string, accountNumber: string): string {
  return ussdTemplate.replace('Amount', amount).replace('AccountNumber', accountNumber);
}
