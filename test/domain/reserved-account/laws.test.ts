import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalOf, ZERO } from '../../../src/domain/money.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import { createPlayedAccount, inWords, type Letter, MINUTE, sumsOf } from './played-account.js';

const LETTERS: readonly Letter[] = [
  { do: 'claim', amount: 1_000 },
  { do: 'claim', amount: 2_500 },
  { do: 'read', shows: 'absent' },
  { do: 'read', shows: 'pending' },
  { do: 'read', shows: 'end' },
  { do: 'read', shows: 'money', amount: 1_000 },
  { do: 'read', shows: 'money', amount: 2_500 },
  { do: 'read', shows: 'money', amount: 0 },
  { do: 'read', shows: 'return', amount: 2_500 },
  { do: 'read', shows: 'return', amount: 1_000 },
  { do: 'read', shows: 'return', amount: 2_500, isRefund: true },
  { do: 'read', shows: 'odd' },
  { do: 'read', shows: 'odd', amount: 3_000 },
  { do: 'crossed' },
  { do: 'silent' },
  { do: 'listed' },
  { do: 'refunds', amount: 1_000 },
  { do: 'refunds', amount: 2_500 },
  { do: 'decide', says: 'accept' },
  { do: 'decide', says: 'dismiss' },
  { do: 'wait', ms: 6 * MINUTE },
  { do: 'close' },
  { do: 'pack' },
  { do: 'claim', amount: Number.MAX_SAFE_INTEGER },
];

/** What breaks a law after these steps; undefined when nothing does. */
function brokenBy(letters: readonly Letter[]): string | undefined {
  const account = createPlayedAccount();
  let most = 0;
  let shown = 0;
  for (const letter of letters) {
    const wasOpen = account.isOpen();
    const before = account.find();
    account.play(letter);
    const broken = brokenNow(account);
    if (broken !== undefined) return broken;
    const isRead = letter.do === 'read' && wasOpen && (letter.shows === 'money' || letter.shows === 'odd');
    // a record that says REFUNDED has money, which our refunds may explain
    if (letter.do === 'read' && wasOpen && (letter.shows === 'money' || letter.isRefund))
      shown = Math.max(shown, letter.amount ?? 0);
    if (account.counted() > shown) return `${account.counted()} counts, and no record has shown it`;
    // what a person has seen is no news as long as it stays the same
    const isNoted = isRead && letter.shows === 'odd' && before?.movement.run?.isNoted === true;
    if (letter.do === 'claim' || (isRead && !isNoted)) most = Math.max(most, letter.amount ?? 0);
    if (letter.do === 'decide') most = 0;
    // a decision, a return or a larger amount explains what was shown before
    const { proven = ZERO, returned = ZERO } = account.find()?.movement ?? {};
    const isKept = most <= totalOf(proven, returned) || account.items().length > 0 || account.isAwaited();
    if (!isKept && !(before?.movement.decided || account.find()?.movement.decided))
      return `${most} was shown or claimed, and is nowhere`;
    // money that was never shown before counts at once, unless a person has concluded that there was more
    const isFirst = isRead && letter.shows === 'money' && before?.movement.hasShown === false;
    const isBelow = (letter.do === 'read' ? (letter.amount ?? 0) : 0) < (before?.movement.proven ?? ZERO);
    if (isFirst && letter.amount && !isBelow && account.counted() !== letter.amount)
      return 'money does not count at once';
  }
  return undefined;
}

function brokenNow(account: ReturnType<typeof createPlayedAccount>): string | undefined {
  const { webhooks } = account;
  const credited = account.credited();
  const told = sumsOf(webhooks);
  if (credited.count !== told.count || credited.sumKobo !== told.sumKobo)
    return 'the sums are not what was sent';
  if (told.sumKobo !== account.counted()) return 'what counts was not told';
  if (new Set(webhooks.map(({ effect }) => effect)).size < webhooks.length) return 'two webhooks have one id';
  if (webhooks.filter(({ news }) => news.startsWith('credited')).length > 1) return 'credited twice';
  const known = account.find();
  if (!known) return undefined;
  const { least, most, name } = standingOf(known.movement);
  if (least > most) return 'the bounds are crossed';
  const isIdle = account.isOpen() && !account.isAwaited() && account.items().length === 0;
  // a refund of late money may fail after all
  const mayBeBack = known.late !== undefined && known.late.says !== 'accept';
  if (isIdle && !known.movement.decided && !mayBeBack) return 'it waits for no one';
  if (!account.isOpen() && name === 'doubtful') return 'a doubtful one was put away';
  if (!account.isOpen() && least !== most) return 'one was put away while more may have moved';
  return undefined;
}

const say = (letters: readonly Letter[]) => letters.map(inWords).join(', ');

it('whatever is seen of a credit in three steps after its event, no law of credits is broken', () => {
  const first = LETTERS[1]!;
  for (const one of LETTERS) {
    for (const two of LETTERS) {
      for (const three of LETTERS) {
        const letters = [first, one, two, three];
        expect(brokenBy(letters), say(letters)).toBeUndefined();
      }
    }
  }
}, 60_000);

it('nor in longer sequences at random', () => {
  const runs = Number(process.env.OWARE_TEST_CREDITS ?? 4_000);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LETTERS), { minLength: 4, maxLength: 16 }), (letters) => {
      const broken = brokenBy(letters);
      if (broken !== undefined) throw new Error(`${broken}: ${say(letters)}`);
    }),
    { numRuns: runs },
  );
}, 600_000);
