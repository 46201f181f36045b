/**
 * How long each kind of call may take. The order is what keeps a lost answer from being misread: the HTTP
 * deadline ends first (so the client itself sees the silence), then the activity, and a worker that is
 * asked to stop waits longer than any call that is under way.
 */
export const HTTP_DEADLINE_MS = { reads: 10_000, changes: 25_000, 'moves-money': 25_000 } as const;

export type Effect = keyof typeof HTTP_DEADLINE_MS;

export const START_TO_CLOSE_MS = { reads: 15_000, changes: 30_000, 'moves-money': 30_000 } as const;

export const SHUTDOWN_GRACE_MS = 28_000;

export const KILL_AFTER_MS = 35_000;
