/** A lifecycle: the prefix of its workflow id, and what follows it. */
export interface Address {
  readonly lifecycle: string;
  readonly reference: string;
}

/** The address in a workflow id; undefined when it has no prefix. */
export function addressIn(workflowId: string): Address | undefined {
  const [lifecycle, reference] = workflowId.split(/:(.*)/s, 2);
  return lifecycle && reference ? { lifecycle, reference } : undefined;
}
