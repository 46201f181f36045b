/** A metric as the table defines it; docs/metrics.md is generated from these fields. */
export interface Definition<Kind extends 'counter' | 'gauge' | 'histogram', Label extends string> {
  readonly kind: Kind;
  readonly name: string;
  readonly about: string;
  /**
   * Each label, and the values that it takes. The values are a closed set: no reference, no name and no other text of a
   * caller, so that the number of series is bounded and no personal data is in them.
   */
  readonly labels: Readonly<Record<Label, string>>;
  /** Upper bounds, in seconds. */
  readonly buckets?: readonly number[];
}

export type AnyDefinition = Definition<'counter' | 'gauge' | 'histogram', string>;

type Given<Label extends string> = Pick<Definition<'counter', Label>, 'name' | 'about' | 'labels'>;

export const counter = <Label extends string>(given: Given<Label>): Definition<'counter', Label> => ({
  kind: 'counter',
  ...given,
});

export const gauge = <Label extends string>(given: Given<Label>): Definition<'gauge', Label> => ({
  kind: 'gauge',
  ...given,
});

/** Of durations, in seconds. */
export const histogram = <Label extends string>(
  given: Given<Label>,
  buckets: readonly number[],
): Definition<'histogram', Label> => ({ kind: 'histogram', ...given, buckets });
