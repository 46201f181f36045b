import { toNaira } from './money.js';
import type { Attention, StorySnapshot } from './story.js';

/** Why a person should look, as merchants and operators see it. */
function toAttention({ atRiskKobo, ...attention }: Attention) {
  return { ...attention, atRisk: toNaira(atRiskKobo), atRiskKobo };
}

/** How every story is shown at its end: what needs a person, what was decided, how it came here. */
export function toStanding({ attention, decided, moves, epoch, sequence }: StorySnapshot) {
  return { attention: attention && toAttention(attention), decided, moves, epoch, sequence };
}
