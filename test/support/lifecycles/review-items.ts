import type { CommandOptions } from '../../../src/client/command-id.js';
import type { ReviewItem } from '../../../src/domain/lifecycle/review.js';
import type { World } from '../world/world.js';

/** A review item as the API returns it. */
export interface ShownItem {
  readonly key: string;
  readonly kind: string;
  readonly reason: string;
  readonly atRisk: string;
  readonly version?: string;
}

export function reviewItems(body: object): readonly ShownItem[] {
  return (body as { readonly reviewItems?: readonly ShownItem[] }).reviewItems ?? [];
}

/** The path at which an operator resolves one of them. */
export function resolvePath(lifecycle: string, key: string): string {
  return `${lifecycle}/review-items/${encodeURIComponent(key)}/resolve`;
}

interface Versioned {
  readonly key: string;
  readonly version?: string;
}

/** What a decision says of the item that a person has read. */
export function seen(items: readonly Versioned[], key: string): { readonly version?: string } {
  const version = items.find((item) => item.key === key)?.version;
  return version === undefined ? {} : { version };
}

/** An operator reads the item and decides on it, through the API. */
export async function resolveItem(
  { call }: Pick<World, 'call'>,
  { path, key }: { readonly path: string; readonly key: string },
  resolution: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const { body } = await call('GET', path);
  const decision = { ...seen(reviewItems(body), key), ...resolution };
  return call('POST', resolvePath(path, key), decision, headers);
}

interface Resolving<Resolution> {
  readonly get: (reference: string) => Promise<{ readonly review: readonly ReviewItem[] }>;
  readonly resolve: (
    reference: string,
    key: string,
    resolution: Resolution,
    options?: CommandOptions,
  ) => Promise<unknown>;
}

/** The same through a client. */
export async function resolveSeen<Resolution extends object>(
  client: Resolving<Resolution>,
  reference: string,
  key: string,
  resolution: Resolution,
) {
  const { review } = await client.get(reference);
  return client.resolve(reference, key, { ...seen(review, key), ...resolution });
}
