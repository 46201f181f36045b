/** As the API shows what a person should look at. */
export interface ShownItem {
  readonly key: string;
  readonly kind: string;
  readonly reason: string;
  readonly atRisk: string;
}

export function reviewItems(body: object): readonly ShownItem[] {
  return (body as { readonly reviewItems?: readonly ShownItem[] }).reviewItems ?? [];
}

/** Where a person resolves one of them. */
export function resolvePath(lifecycle: string, key: string): string {
  return `${lifecycle}/review-items/${encodeURIComponent(key)}/resolve`;
}
