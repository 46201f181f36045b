import { expect, it } from 'vitest';
import { NotFoundError, RefusedError } from '../../src/client/errors.js';
import type { ListPage, ListRequest } from '../../src/client/list.js';
import { resolveAll } from '../../src/client/resolve-all.js';
import { ofEvidence, reviewKey, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import { kobo, ZERO } from '../../src/domain/money.js';

const kind = 'unmatched-event';
const itemOf = (subject: string, atRiskKobo = kobo(100)): ReviewItem => {
  const item = ofEvidence({ kind, subject, reason: 'an event reported it', atRiskKobo }, '');
  return { ...item, key: reviewKey(item), since: '2026-11-18T08:00:00Z' };
};
const refused = () => Promise.reject(new RefusedError('review-item-changed', 'it has changed'));

const LOST = 'lost';

/** Pages of lifecycles, each with its items. */
function resolving(
  pages: readonly Readonly<Record<string, readonly ReviewItem[]>>[],
  lifecycle = 'unmatched-event',
) {
  const reviews = new Map(pages.flatMap((page) => Object.entries(page)));
  const asked: string[] = [];
  const list = ({ cursor = '0' }: ListRequest) => {
    const rows = Object.keys(pages[Number(cursor)] ?? {}).map((reference) => ({
      lifecycle,
      reference,
    }));
    const next = Number(cursor) + 1;
    return Promise.resolve({
      rows,
      ...(next < pages.length && { cursor: String(next) }),
    } as unknown as ListPage);
  };
  return {
    asked,
    reviews,
    all: (resolve: (reference: string, key: string) => Promise<unknown>) =>
      resolveAll(
        list,
        () => ({
          get: (reference) =>
            reference === LOST
              ? Promise.reject(new NotFoundError('its last run ended without a result'))
              : Promise.resolve({ review: reviews.get(reference) ?? [] }),
          resolve: (reference, key) => {
            asked.push(key);
            return resolve(reference, key);
          },
        }),
        { kind, reason: 'test events' },
      ),
  };
}

it('what stands for others is dismissed before what is listed: it is about fewer as soon as there is room', async () => {
  const { all, asked } = resolving([{ ada: [itemOf('T1'), itemOf('T2'), itemOf('others')] }]);
  expect(await all(() => Promise.resolve())).toEqual({ resolved: 3, left: 0 });
  expect(asked[0]).toBe('unmatched-event:others');
});

it('an item that has changed meanwhile counts as left', async () => {
  const { all } = resolving([{ ada: [itemOf('T1')], bola: [itemOf('T2')] }]);
  const answer = await all((_, key) => (key.endsWith('T2') ? refused() : Promise.resolve()));
  expect(answer).toEqual({ resolved: 1, left: 1 });
});

it('items that may not be dismissed hide no others', async () => {
  const { all } = resolving([{ ada: [itemOf('T1')] }, { bola: [itemOf('T2')] }]);
  const answer = await all((_, key) => (key.endsWith('T1') ? refused() : Promise.resolve()));
  expect(answer).toEqual({ resolved: 1, left: 1 });
});

it('money of a payment is decided one by one: it counts as left, and what has none is dismissed', async () => {
  const { all, asked } = resolving(
    [{ ada: [itemOf('T1'), itemOf('T2', ZERO)], bola: [itemOf('T3')] }],
    'subscription',
  );
  expect(await all(() => Promise.resolve())).toEqual({ resolved: 1, left: 2 });
  expect(asked).toEqual(['unmatched-event:T2']);
});

it('one whose run was lost is left: it does not keep the others from being dismissed', async () => {
  const { all } = resolving([{ [LOST]: [itemOf('T1')], bola: [itemOf('T2')] }]);
  expect(await all(() => Promise.resolve())).toEqual({ resolved: 1, left: 1 });
});
