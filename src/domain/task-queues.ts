/**
 * Workflows and gateway reads share the task queue of the settings. Gateway writes run on queues beside it, by what
 * they do to money, so that an operator can pause or rate-limit one kind while everything else, checks above all,
 * continues.
 */

/** Changes that move no money: create, cancel, update. */
export function effectsQueue(taskQueue: string): string {
  return `${taskQueue}-effects`;
}

/** Money out: transfers, batches, refunds, vends, paycodes. */
export function payoutsQueue(taskQueue: string): string {
  return `${taskQueue}-payouts`;
}

/** Money pulled from payers without their presence: token charges, debits. */
export function chargesQueue(taskQueue: string): string {
  return `${taskQueue}-charges`;
}
