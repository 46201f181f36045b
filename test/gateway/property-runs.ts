/** How many cases each property is tried on; a million take minutes, so they are an option. */
export const RUNS = { numRuns: Number(process.env.OWARE_PROPERTY_RUNS ?? 10_000) };
