/** A review item as the API returns it. */
export interface ShownItem {
  readonly key: string;
  readonly kind: string;
  readonly reason: string;
  readonly atRisk: string;
}

export function reviewItems(body: object): readonly ShownItem[] {
  return (body as { readonly reviewItems?: readonly ShownItem[] }).reviewItems ?? [];
}

/** The path at which an operator resolves one of them. */
export function resolvePath(lifecycle: string, key: string): string {
  return `${lifecycle}/review-items/${encodeURIComponent(key)}/resolve`;
}
