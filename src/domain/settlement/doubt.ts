import { showUnread } from '../compare/unread.js';
import { type NewReviewItem, ofEvidence, reviewKey } from '../lifecycle/review.js';
import { type Kobo, kobo, showNaira, ZERO } from '../money.js';
import { isWhole, type Listed, remainderOf } from './settlement.js';

/** Kinds of items about a total that the listing does not prove; each total has its own item. */
const KINDS = ['settlement-difference', 'unproven-event'] as const;

const UNKNOWN = 'unknown';
const toSubject = (total: Kobo | undefined) => (total === undefined ? UNKNOWN : String(total));

/** The item about a total, with what the listing shows instead: other amounts are another version of it. */
export function doubtOf(total: Kobo | undefined, listed: Listed | undefined) {
  const item: NewReviewItem = {
    kind: listed ? 'settlement-difference' : 'unproven-event',
    subject: toSubject(total),
    reason: listed ? differenceReason(total, listed) : absenceReason(total),
    atRiskKobo: listed ? atRiskIn(total, listed) : (total ?? ZERO),
  };
  return ofEvidence(item, JSON.stringify([listed?.count, listed?.netKobo, listed?.unread]));
}

/** The totals that these items say differ from the listing. */
export function doubtedTotals(items: readonly { readonly key: string }[]): readonly (Kobo | undefined)[] {
  const [difference] = KINDS;
  return items.flatMap(({ key }) => {
    if (!key.startsWith(`${difference}:`)) return [];
    const subject = key.slice(difference.length + 1);
    return [subject === UNKNOWN ? undefined : kobo(Number(subject))];
  });
}

/** The keys of the items that end when the listing proves this total. One that names no total is about the settlement itself. */
export function keysProvenBy(total: Kobo): readonly string[] {
  return [total, undefined].flatMap((each) =>
    KINDS.map((kind) => reviewKey({ kind, subject: toSubject(each) })),
  );
}

const atRiskIn = (total: Kobo | undefined, listed: Listed) =>
  total === undefined ? listed.netKobo : remainderOf(total, listed);

function absenceReason(total: Kobo | undefined): string {
  const announced = total === undefined ? '' : ` with ${showNaira(total)}`;
  return `the gateway does not list the settlement that an event announced${announced}`;
}

function differenceReason(total: Kobo | undefined, listed: Listed): string {
  const { count, netKobo, unread = {} } = listed;
  const sum = `its ${count} listed payments sum to ${showNaira(netKobo)} net`;
  const remainder = total === undefined ? undefined : remainderOf(total, listed);
  const difference =
    total === undefined || remainder === undefined || remainder === ZERO
      ? []
      : `${showNaira(remainder)} ${total > netKobo ? 'less' : 'more'} than the announced ${showNaira(total)}`;
  if (!isWhole(listed)) return [sum, difference, `and others are ${showUnread(unread)}`].flat().join(', ');
  return total === undefined ? `${sum}, and the listing keeps changing` : [sum, difference].flat().join(', ');
}
