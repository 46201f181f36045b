import { inNairaAndKobo } from '../domain/money.js';
import { WEBHOOK_ENDPOINT_LIFECYCLE } from '../domain/webhook-endpoint.js';
import { KINDS } from './kinds.js';
import type { ListedLifecycle } from './list.js';

/** A row of a list as merchants see it. */
export function toListRow({ amountKobo, atRiskKobo, isOpen, review, ...row }: ListedLifecycle) {
  const { lifecycle, reference } = row;
  return {
    ...row,
    ...urlOf(lifecycle, reference),
    ...(amountKobo !== undefined && inNairaAndKobo('amount', amountKobo)),
    ...(atRiskKobo !== undefined && inNairaAndKobo('atRisk', atRiskKobo)),
    review,
    open: isOpen,
  };
}

function urlOf(lifecycle: string, reference: string): { readonly url?: string } {
  if (lifecycle === WEBHOOK_ENDPOINT_LIFECYCLE) return { url: '/v1/webhook-endpoint' };
  const path = KINDS.find(({ prefix }) => prefix === lifecycle)?.path;
  return path === undefined ? {} : { url: `${path}/${encodeURIComponent(reference)}` };
}
