/** Where each state of a lifecycle may go. Whatever is not listed is refused, in one place for all of them. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

export function mayBecome<State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
): boolean {
  return transitions[from].includes(to);
}
