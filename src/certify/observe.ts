import { KINDS } from './kinds.js';
import {
  type Books,
  type KindName,
  KIND_NAMES,
  type Observation,
  type ReceivedWebhook,
  type Seen,
  type View,
} from './seen.js';

/** How the three witnesses are asked. */
export interface Witnesses {
  /** A read of Oware's API; undefined for what it does not know. */
  readonly read: (path: string) => Promise<View | undefined>;
  readonly books: () => Promise<Books>;
  readonly webhooks: () => readonly ReceivedWebhook[];
}

interface Shown {
  readonly kind: KindName;
  readonly reference: string;
  readonly view: View;
  /** Whether a webhook is about it. */
  readonly isAbout: (webhook: ReceivedWebhook) => boolean;
}

/** Reads the books first: what moves meanwhile may be shown and not booked, never booked and not shown. */
export async function observe(witnesses: Witnesses): Promise<Observation> {
  const books = await witnesses.books();
  const shown: Shown[] = [];
  for (const kind of KIND_NAMES) shown.push(...(await readKind(witnesses, kind)));
  const webhooks = witnesses.webhooks();
  return { books, webhooks, seen: shown.map((each) => toSeen(each, books, webhooks)) };
}

function toSeen({ isAbout, ...shown }: Shown, books: Books, webhooks: readonly ReceivedWebhook[]): Seen {
  const { kind, reference, view } = shown;
  return {
    ...shown,
    booked: books.booked.filter((booked) => KINDS[kind].owns(booked, reference, view)),
    webhooks: webhooks.filter(isAbout).sort(byOrder),
    now: books.at,
  };
}

/** As `docs/webhooks.md` asks of receivers. */
function byOrder({ data: a }: ReceivedWebhook, { data: b }: ReceivedWebhook): number {
  return (
    String(a['epoch']).localeCompare(String(b['epoch'])) || Number(a['sequence']) - Number(b['sequence'])
  );
}

async function readKind(witnesses: Witnesses, kind: KindName): Promise<Shown[]> {
  const references = await listReferences(witnesses, `/v1/${KINDS[kind].plural}`);
  const found: Shown[] = [];
  for (const reference of references) {
    if (kind === 'refund') found.push(...(await readRefunds(witnesses, reference)));
    else found.push(...(await readOne(witnesses, kind, reference)));
  }
  return found;
}

async function listReferences({ read }: Witnesses, path: string): Promise<string[]> {
  const references: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await read(`${path}?limit=200${cursor && `&cursor=${cursor}`}`);
    const rows = (page?.['rows'] ?? []) as readonly { readonly reference: string }[];
    references.push(...rows.map(({ reference }) => reference));
    cursor = page?.['next'] as string | undefined;
  }
  return references;
}

async function readOne({ read }: Witnesses, kind: KindName, reference: string): Promise<Shown[]> {
  const view = await read(`/v1/${KINDS[kind].plural}/${encodeURIComponent(reference)}`);
  if (!view) return [];
  const isAbout = ({ type, data }: ReceivedWebhook) =>
    type.startsWith(`${kind}.`) && data['reference'] === reference;
  return [{ kind, reference, view: kind === 'batch' ? await withParts({ read }, view) : view, isAbout }];
}

/** The review items of a batch are at its parts. */
async function withParts({ read }: Pick<Witnesses, 'read'>, view: View): Promise<View> {
  const items = [...((view['reviewItems'] ?? []) as readonly View[])];
  for (const part of (view['parts'] ?? []) as readonly View[]) {
    const shown = typeof part['reviewAt'] === 'string' ? await read(part['reviewAt']) : undefined;
    items.push(...((shown?.['reviewItems'] ?? []) as readonly View[]));
  }
  return { ...view, reviewItems: items };
}

/** Each refund of a transaction is an obligation of its own. */
async function readRefunds({ read }: Witnesses, transactionReference: string): Promise<Shown[]> {
  const all = await read(`/v1/refunds?transactionReference=${encodeURIComponent(transactionReference)}`);
  const items = (all?.['reviewItems'] ?? []) as readonly View[];
  return ((all?.['refunds'] ?? []) as readonly View[]).map((row) => {
    const reference = String(row['reference']);
    return {
      kind: 'refund',
      reference,
      view: { ...row, reviewItems: items.filter(({ key }) => String(key).includes(reference)) },
      isAbout: ({ type, data }) =>
        type.startsWith('refund.') && (data['refund'] as View | undefined)?.['reference'] === reference,
    };
  });
}
