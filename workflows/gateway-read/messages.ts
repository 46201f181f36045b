import type { Activities } from '../../activities/activities.js';

/** What may be asked on behalf of a reader: questions that change nothing, and only these. */
export const GATEWAY_READS = ['getRefund', 'getReservedAccount', 'listReservedAccountTransactions'] as const;

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
