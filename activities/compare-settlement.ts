import { Context } from '@temporalio/activity';
import { isFollowed, toFollowSince } from '../src/domain/compare/follow-since.js';
import { toTime } from '../src/domain/listing.js';
import type { Address } from '../src/domain/lifecycle/address.js';
import type { CollectionEvent } from '../src/domain/lifecycle/events/collection.js';
import type { Compared, RowDifference } from '../src/domain/settlement/settlement.js';
import { addressOfCredit } from '../src/gateway/events/address.js';
import { isCash } from '../src/gateway/events/collection.js';
import { inLanes } from './in-lanes.js';
import type { OwnActivities } from './own.js';
import type { SettlementListRow } from './settlement-rows.js';

type Own = Pick<OwnActivities, 'unheldPayments' | 'findOwner' | 'forwardEvent'>;

/** Differences that the settlement keeps; all of them are counted. */
const DIFFERENCES_KEPT = 20;
/** Payments of one account that are compared with one query. */
const PAYMENTS_A_QUERY = 500;

type Standing = 'held' | 'unknown' | 'not-held' | 'not-followed' | 'unread';

interface Rules {
  readonly settlement: string;
  /** The first day that Oware follows; empty where it follows all. */
  readonly followSince: string;
}

interface Group {
  readonly address: Address;
  readonly rows: readonly SettlementListRow[];
}

/**
 * Compares rows with the lifecycles that they belong to. One that does not show a payment is woken by the path of every
 * event, and checks with the gateway itself. A repeat wakes it with the same key, which changes nothing.
 */
export async function compareRows(
  own: Own,
  rules: Rules,
  rows: readonly SettlementListRow[],
): Promise<Compared> {
  const compared = await inLanes(groupsOf(rows), (group) => compareGroup(own, rules, group));
  const all = compared.flat();
  const count = (standing: Standing) => all.filter((each) => each.standing === standing).length;
  return {
    count: rows.length,
    held: count('held'),
    woken: count('not-held') + count('unknown') + count('unread'),
    notFollowed: count('not-followed'),
    ...(count('unread') > 0 && { unread: count('unread') }),
    differences: all.flatMap(({ difference }) => difference ?? []).slice(0, DIFFERENCES_KEPT),
  };
}

function groupsOf(rows: readonly SettlementListRow[]): readonly Group[] {
  const groups = new Map<string, { readonly address: Address; readonly rows: SettlementListRow[] }>();
  for (const row of rows) {
    const address = addressOfCredit(row);
    const key = `${address.lifecycle}:${address.reference}`;
    const group = groups.get(key) ?? { address, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) =>
    inParts(group.rows, PAYMENTS_A_QUERY).map((part) => ({ address: group.address, rows: part })),
  );
}

function inParts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size));
}

interface ComparedRow {
  readonly standing: Standing;
  readonly difference?: RowDifference;
}

async function compareGroup(own: Own, rules: Rules, { address, rows }: Group): Promise<ComparedRow[]> {
  Context.current().heartbeat();
  const standings = await standingsOf(own, address, rows);
  const compared: ComparedRow[] = [];
  for (const row of rows) {
    const standing = standings(row);
    compared.push(
      standing === 'held' ? { standing } : await findOrWake(own, rules, { row, address, standing }),
    );
  }
  return compared;
}

/** How a lifecycle stands to each of its payments. One that cannot be read now is woken too, which changes nothing where it is right. */
async function standingsOf(
  own: Own,
  address: Address,
  rows: readonly SettlementListRow[],
): Promise<(row: SettlementListRow) => Standing> {
  const payments = rows.map(({ transactionReference, paymentReference, amountPaid }) => ({
    transactionReference,
    paymentReference,
    amountKobo: amountPaid,
  }));
  const answer = await own.unheldPayments(address, payments).catch(() => {
    Context.current().cancellationSignal.throwIfAborted();
    return undefined;
  });
  if (!answer) return () => 'unread';
  if (answer.kind !== 'known') return () => answer.kind;
  const missing = new Set(answer.missing);
  return ({ transactionReference }) => (missing.has(transactionReference) ? 'not-held' : 'held');
}

interface Unheld {
  readonly row: SettlementListRow;
  readonly address: Address;
  readonly standing: Standing;
}

/** The gateway's record of an invoice does not name it: its owner is the lifecycle that has claimed the transaction. */
async function findOrWake(
  own: Own,
  { settlement, followSince }: Rules,
  { row, address, standing }: Unheld,
): Promise<ComparedRow> {
  Context.current().heartbeat();
  const { transactionReference, amountPaid: amountKobo } = row;
  const owner = await own.findOwner(transactionReference);
  const isOther = owner && (owner.lifecycle !== address.lifecycle || owner.reference !== address.reference);
  const found = isOther ? (await standingsOf(own, owner, [row]))(row) : standing;
  if (found === 'held') return { standing: found };
  const known = { transactionReference, amountKobo };
  const isOurs = isFollowed(toTime(row.paidOn), toFollowSince(followSince));
  if (found === 'not-followed' || (found !== 'unread' && !isOurs)) {
    return { standing: 'not-followed', difference: { ...known, difference: 'not-followed' } };
  }
  const to = isOther ? owner : address;
  // an account would report as new what another system has booked
  if (isOurs) await own.forwardEvent(to, toEvent(settlement, row));
  if (found === 'unread') return { standing: found };
  return { standing: found, difference: { ...known, difference: found, ...to } };
}

function toEvent(settlement: string, row: SettlementListRow): CollectionEvent {
  const { transactionReference, paymentReference, amountPaid: amountKobo } = row;
  return {
    kind: 'collection',
    key: `settlement:${settlement}:${transactionReference}:${amountKobo}`,
    eventType: 'settlement-row',
    transactionReference,
    paymentReference,
    amountKobo,
    ...(isCash(row) && { cash: cashOf(row) }),
  };
}

/** The gateway has no query for cash: its settlement is the record of it. */
function cashOf({ currency, paymentStatus, paidOn }: SettlementListRow) {
  return { currency, status: paymentStatus, ...(paidOn != null && { at: paidOn }) };
}
