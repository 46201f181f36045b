/** The legal transitions of a lifecycle. One function enforces them for all lifecycles. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

export function mayBecome<State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
): boolean {
  return transitions[from].includes(to);
}
