const runs = Number(process.env.OWARE_TEST_PROPERTY_RUNS ?? 10_000);

/** Cases per property; a million take minutes, so they are an option. */
export const RUNS = { numRuns: runs };

/** Time limit of such a test on a busy machine. */
export const PATIENT = { timeout: 10_000 + runs };
