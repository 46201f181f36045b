import { toNaira } from './money.js';
import type { Attention } from './story.js';

/** Why a person should look, as merchants and operators see it. */
export function toAttention({ atRiskKobo, ...attention }: Attention) {
  return { ...attention, atRisk: toNaira(atRiskKobo), atRiskKobo };
}
