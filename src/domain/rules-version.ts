/** What carries no version has this one. */
export const FIRST_RULES = 1;

/** By which version of the rules something is shown. */
export interface Versioned {
  /** The first version unless given. */
  readonly rules?: number | undefined;
  /** A newer one that would show it otherwise: it decides once there is new evidence. */
  readonly rulesDue?: number | undefined;
}

/** Versions stay here as long as open runs have them: `oware doctor` counts those. */
export const KNOWN_RULES: readonly number[] = [FIRST_RULES];
export const NEWEST_RULES = Math.max(...KNOWN_RULES);

/** An error in what calls it: no other version may decide instead. */
export function requireKnown({ rules = FIRST_RULES }: Versioned): number {
  if (KNOWN_RULES.includes(rules)) return rules;
  throw new Error(
    `version ${rules} of the rules is not known here, only ${KNOWN_RULES.join(', ')}: run workers of the build that has it`,
  );
}

export const versionOf = ({ rules = FIRST_RULES }: Versioned): number => rules;

/** The newest version that it needs, now or once there is new evidence. */
export const newestOf = ({ rules, rulesDue }: Versioned): number => rulesDue ?? versionOf({ rules });

/** New evidence is judged by the version that is due. */
export const dueRules = ({ rulesDue }: Versioned, hasNews: boolean): Versioned =>
  hasNews && rulesDue !== undefined ? { rules: rulesDue, rulesDue: undefined } : {};

/** Of several things in one lifecycle each has the version of the lifecycle, unless it names its own. */
export const within = (owner: Versioned, { rules = owner.rules, rulesDue }: Versioned): Versioned => ({
  ...(rules !== undefined && { rules }),
  ...(rulesDue !== undefined && { rulesDue }),
});
