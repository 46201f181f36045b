/** What people were shown of a run in lists: it is left of a run that ended without a result. */
export interface ShownInLists {
  readonly state: string;
  /** The kinds of its review items. */
  readonly review: readonly string[];
  /** The states before this one, where they say how late its money is. */
  readonly before?: readonly string[];
}
