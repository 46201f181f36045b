import type { Activities } from '../../../activities/activities.js';

/**
 * What may be asked on behalf of a reader: questions that change nothing, and only these. Look-ups of people are not
 * among them: a history would keep the numbers and the answers.
 */
export const GATEWAY_READS = [
  'enquireName',
  'getBatchSummary',
  'getCustomerWalletBalance',
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
  'searchTransactions',
  'searchTransfers',
] as const;

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
