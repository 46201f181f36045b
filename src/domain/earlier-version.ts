/** Brings what a closed run of an earlier version kept into the form of today: what was known becomes evidence. */
export interface EarlierVersion {
  readonly of: readonly string[];
  readonly load: (snapshot: object) => object;
}

/** The lifecycle is in each snapshot: `load` gets those of its own. */
export const earlierVersion = (of: readonly string[], load: (snapshot: never) => object): EarlierVersion => ({
  of,
  load: (snapshot) => load(snapshot as never),
});
