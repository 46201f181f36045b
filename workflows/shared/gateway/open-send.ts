import { standingOf } from '../../../src/domain/movement/standing.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import { isOver } from '../../../src/domain/payout/state.js';
import type { OpenOperation } from './operation-state.js';

/** The request that is to be sent, or whose outcome is unknown. */
export function openSend(
  payout: Pick<Payout, 'movement' | 'unsent' | 'reads'>,
  notAfter: number,
): readonly OpenOperation[] {
  const { name } = standingOf(payout.movement);
  if (isOver(payout) || (name !== 'unsent' && name !== 'unknown')) return [];
  const phase = name === 'unsent' ? 'send' : 'check';
  return [{ key: 'send', phase, notAfter: new Date(notAfter).toISOString() }];
}
