const runs = Number(process.env.OWARE_PROPERTY_RUNS ?? 10_000);

/** How many cases each property is tried on; a million take minutes, so they are an option. */
export const RUNS = { numRuns: runs };

/** The time that such a test may take on a busy machine. */
export const PATIENT = { timeout: 10_000 + runs };
