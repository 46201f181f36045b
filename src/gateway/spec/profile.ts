import { type Assumption, type SwitchName, SWITCHES } from './assumptions.js';
import { jsonNumber } from '../formats/json.js';

/** The assumptions about one gateway: a value for each switch. */
export type Profile = Readonly<Record<SwitchName, string>>;

/** Every assumption at its default. */
export const SPECIFICATION = Object.fromEntries(
  Object.entries(SWITCHES).map(([name, assumption]) => [name, assumption.default]),
) as Profile;

/** What public material reports about the real sandbox. */
export const OBSERVED: Profile = {
  ...SPECIFICATION,
  batchListPath: '/api/v2/disbursements/bulk',
  debitAmountForm: 'number',
  walletBalanceField: 'accountNumber',
};

export const PROFILES = { specification: SPECIFICATION, observed: OBSERVED } as const;

export class BadProfile extends Error {
  override readonly name = 'BadProfile';
}

/** A named profile with some values overridden. */
export function createProfile(
  name: keyof typeof PROFILES = 'specification',
  overrides: Readonly<Record<string, string>> = {},
): Profile {
  for (const [key, value] of Object.entries(overrides)) refuseOverride(key, value);
  return { ...PROFILES[name], ...overrides };
}

function refuseOverride(name: string, value: string): void {
  if (!Object.hasOwn(SWITCHES, name)) throw new BadProfile(`Unknown assumption "${name}".`);
  const { choices }: Assumption = SWITCHES[name as SwitchName];
  if (choices && !choices.includes(value)) {
    throw new BadProfile(`${name}: expected one of ${choices.map((choice) => `"${choice}"`).join(', ')}.`);
  }
}

/** The path of an endpoint in this profile, if it differs from the contract. */
export function pathIn(profile: Profile, endpoint: string): string | undefined {
  return endpoint === 'listBatches' ? profile.batchListPath : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const RESPELLINGS: Readonly<Record<string, (fields: Fields, profile: Profile) => Fields>> = {
  debitMandate: (fields, { debitAmountForm }) =>
    debitAmountForm === 'number'
      ? { ...fields, debitAmount: jsonNumber(String(fields.debitAmount)) }
      : fields,
  createMandate: (fields, { mandateTimeSeparator }) => ({
    ...fields,
    mandateStartDate: String(fields.mandateStartDate).replace('T', mandateTimeSeparator),
    mandateEndDate: String(fields.mandateEndDate).replace('T', mandateTimeSeparator),
  }),
  getCustomerWalletBalance: ({ walletReference }, { walletBalanceField }) => ({
    [walletBalanceField]: walletReference,
  }),
};

/** Writes the fields of a request in this profile's spelling. */
export function respell(profile: Profile, endpoint: string, fields: Fields): Fields {
  return RESPELLINGS[endpoint]?.(fields, profile) ?? fields;
}
