/** What people were shown of a run in lists: it is left of a run that ended without a result. */
export interface ShownInLists {
  readonly state: string;
  /** Since when, as an ISO time; absent where that was not shown. */
  readonly since?: string;
  /** The kinds of its review items. */
  readonly review: readonly string[];
  /** The states before this one, where they say how late its money is. */
  readonly before?: readonly string[];
}
