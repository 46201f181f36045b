import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { CreatedRecord, RecordKind, RecordTerms } from '../../../src/domain/gateway-record.js';
import { GATEWAY_READ } from '../../shared/gateway/activity-options.js';
import { changesWithin } from '../../shared/gateway/effects.js';

/** What a listing of the gateway shows. */
export type Listed =
  | { readonly kind: 'same'; readonly record: CreatedRecord }
  /** The gateway has it with other terms. */
  | { readonly kind: 'other'; readonly observed: string }
  | { readonly kind: 'absent' };

export type Written =
  | { readonly kind: 'created'; readonly record: CreatedRecord }
  /** The gateway says that it exists. */
  | { readonly kind: 'exists' }
  /** The reply was about something else. */
  | { readonly kind: 'unclear' };

/** How one kind of record is created and found. */
export interface RecordWrite<Kind extends RecordKind> {
  readonly find: (terms: RecordTerms[Kind]) => Promise<Listed>;
  readonly create: (terms: RecordTerms[Kind], withinMs: number) => Promise<Written>;
}

const reads = proxyActivities<Activities>(GATEWAY_READ);

/** More than a merchant has; the listings name no order and no size. */
const MOST_PAGES = 50;
const PAGE_SIZE = 100;

const ABSENT: Listed = { kind: 'absent' };

function compare(isSame: boolean, record: CreatedRecord, what: string): Listed {
  return isSame
    ? { kind: 'same', record }
    : { kind: 'other', observed: `the gateway has ${what} with other terms` };
}

/** Fields that are missing in the gateway's record are missing here too. */
function given(fields: Readonly<Record<string, string | null | undefined>>): CreatedRecord {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const WRITES: { readonly [Kind in RecordKind]: RecordWrite<Kind> } = {
  'sub-account': {
    async find({ bankCode, accountNumber, email, splitPercentage }) {
      const { body } = await reads.listSubAccounts.executeWithOptions({ summary: 'List the sub-accounts' }, [
        {},
      ]);
      const found = body.find((one) => one.accountNumber === accountNumber && one.bankCode === bankCode);
      if (!found) return ABSENT;
      const { subAccountCode, accountName } = found;
      const isSame =
        found.email === email && Number(found.defaultSplitPercentage ?? NaN) === Number(splitPercentage);
      return compare(isSame, given({ subAccountCode, accountName }), `sub-account ${subAccountCode}`);
    },
    async create({ bankCode, accountNumber, email, splitPercentage }, withinMs) {
      const item = {
        bankCode,
        accountNumber,
        email,
        currencyCode: 'NGN' as const,
        defaultSplitPercentage: splitPercentage,
      };
      const { body } = await changesWithin(withinMs).createSubAccounts({ items: [item] });
      const [made] = body;
      if (!made || (made.accountNumber ?? accountNumber) !== accountNumber) return { kind: 'unclear' };
      const { subAccountCode, accountName } = made;
      return { kind: 'created', record: given({ subAccountCode, accountName }) };
    },
  },
  'limit-profile': {
    async find(terms) {
      for (let page = 0; page < MOST_PAGES; page++) {
        const { body } = await reads.listLimitProfiles.executeWithOptions(
          { summary: 'List the limit profiles' },
          [{ page, size: PAGE_SIZE }],
        );
        const found = body.content.find(({ limitProfileName }) => limitProfileName === terms.name);
        if (found) {
          const { limitProfileCode } = found;
          const isSame =
            found.singleTransactionValue === terms.singleTransactionKobo &&
            found.dailyTransactionValue === terms.dailyTransactionKobo &&
            found.dailyTransactionVolume === terms.dailyTransactions;
          return compare(isSame, given({ limitProfileCode }), `limit profile ${limitProfileCode}`);
        }
        if (body.content.length === 0 || body.last === true) break;
      }
      return ABSENT;
    },
    async create({ name, singleTransactionKobo, dailyTransactionKobo, dailyTransactions }, withinMs) {
      const answer = await changesWithin(withinMs).createLimitProfile({
        limitProfileName: name,
        singleTransactionValue: singleTransactionKobo,
        dailyTransactionValue: dailyTransactionKobo,
        dailyTransactionVolume: dailyTransactions,
      });
      if (answer.kind !== 'ok') return { kind: 'exists' };
      const { limitProfileCode, limitProfileName } = answer.body;
      if (limitProfileName !== name) return { kind: 'unclear' };
      return { kind: 'created', record: given({ limitProfileCode }) };
    },
  },
  wallet: {
    async find({ reference, customer }) {
      const { body } = await reads.listWallets.executeWithOptions({ summary: 'Look for the wallet' }, [
        { walletReference: reference },
      ]);
      const found = body.content.find(({ walletReference }) => walletReference === reference);
      if (!found) return ABSENT;
      const isSame = (found.customerEmail ?? customer.email) === customer.email;
      return compare(isSame, walletRecord(found), `wallet ${reference}`);
    },
    async create({ reference, name, customer, bvn, bvnDateOfBirth }, withinMs) {
      const answer = await changesWithin(withinMs).createWallet({
        walletReference: reference,
        walletName: name,
        customerName: customer.name,
        customerEmail: customer.email,
        bvnDetails: { bvn, bvnDateOfBirth },
      });
      if (answer.kind !== 'ok') return { kind: 'exists' };
      if (answer.body.walletReference !== reference) return { kind: 'unclear' };
      return { kind: 'created', record: walletRecord(answer.body) };
    },
  },
};

/** Without the identity of the customer. */
function walletRecord({
  accountNumber,
  accountName,
  topUpAccountDetails,
}: {
  readonly accountNumber?: string | null | undefined;
  readonly accountName?: string | null | undefined;
  readonly topUpAccountDetails?:
    | { readonly accountNumber?: string | null | undefined; readonly bankName?: string | null | undefined }
    | null
    | undefined;
}): CreatedRecord {
  return given({
    accountNumber,
    accountName,
    topUpAccountNumber: topUpAccountDetails?.accountNumber,
    topUpBankName: topUpAccountDetails?.bankName,
  });
}
