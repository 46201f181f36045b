import type { Activities } from '../../activities/activities.js';

/** What may be asked on behalf of a reader: questions that change nothing, and only these. */
export const GATEWAY_READS = [
  'enquireName',
  'getBatchSummary',
  'getCustomerWalletBalance',
  'getNinDetails',
  'getRefund',
  'getReservedAccount',
  'getSettlementDetail',
  'listBanks',
  'listBillerCategories',
  'listBillerProducts',
  'listBillers',
  'listInvoices',
  'listLimitProfiles',
  'listReservedAccountTransactions',
  'listSubAccounts',
  'listTransfers',
  'listUssdBanks',
  'listWalletTransactions',
  'listWallets',
  'matchBvnAccount',
  'matchBvnDetails',
  'searchTransactions',
  'searchTransfers',
] as const;

/** The gateway charges the merchant for each of these: none is repeated without a new request. */
export const BILLED_READS: readonly string[] = ['getNinDetails', 'matchBvnAccount', 'matchBvnDetails'];

export type GatewayReadName = (typeof GATEWAY_READS)[number];

export interface GatewayRead<Name extends GatewayReadName = GatewayReadName> {
  readonly name: Name;
  readonly request: Parameters<Activities[Name]>[0];
}

export type GatewayReadAnswer<Name extends GatewayReadName = GatewayReadName> =
  | Awaited<ReturnType<Activities[Name]>>
  /** The gateway, or we, would not have it asked. */
  | { readonly kind: 'refused'; readonly message: string };

/** As the run gives it: no answer that can be read came within its time. */
export type GatewayReadResult = GatewayReadAnswer | { readonly kind: 'unanswered' };

export const READ_GATEWAY = 'readGateway';

export function gatewayReadId(uuid: string): string {
  return `gateway-read:${uuid}`;
}
