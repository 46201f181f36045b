/**
 * How long each kind of call may take. The order keeps a lost reply from being misread: the HTTP deadline
 * ends first (so that the client itself sees the timeout), then the activity, and a worker that shuts down
 * waits longer than any call in progress.
 */
export const HTTP_DEADLINE_MS = { reads: 10_000, changes: 25_000, 'moves-money': 25_000 } as const;

export type Effect = keyof typeof HTTP_DEADLINE_MS;

export const START_TO_CLOSE_MS = { reads: 15_000, changes: 30_000, 'moves-money': 30_000 } as const;

export const SHUTDOWN_GRACE_MS = 28_000;

export const KILL_AFTER_MS = 35_000;
