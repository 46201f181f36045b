/** Workflows and questions share a queue; whatever has an effect at the gateway has its own beside it. */
export function effectsQueue(taskQueue: string): string {
  return `${taskQueue}-effects`;
}
