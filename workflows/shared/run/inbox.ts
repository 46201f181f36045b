export type Inbox<LifecycleEvent> = ReturnType<typeof createInbox<LifecycleEvent>>;

/** Stores events on arrival; the main loop takes them when it is ready. */
export function createInbox<LifecycleEvent>(carried: readonly LifecycleEvent[] = []) {
  let waiting: LifecycleEvent[] = [...carried];
  let latest: readonly LifecycleEvent[] = [];
  return {
    receive: (event: LifecycleEvent) => void waiting.push(event),
    /** Older ones than those that wait. */
    receiveOlder: (events: readonly LifecycleEvent[]) => void (waiting = [...events, ...waiting]),
    isEmpty: () => waiting.length === 0,
    size: () => waiting.length,
    /** The events, left in the inbox. */
    waiting: (): readonly LifecycleEvent[] => waiting,
    /** The oldest event, left in the inbox. */
    first: () => waiting[0],
    /** Takes the events that `isMeant`; the rest stays. */
    takeWhere: (isMeant: (event: LifecycleEvent) => boolean): LifecycleEvent[] => {
      const taken = waiting.filter(isMeant);
      waiting = waiting.filter((event) => !isMeant(event));
      latest = taken;
      return taken;
    },
    /** Takes events, oldest first; the rest stays. */
    take: (most = Infinity): LifecycleEvent[] => {
      const taken = waiting.slice(0, most);
      waiting = waiting.slice(taken.length);
      latest = taken;
      return taken;
    },
    /** Puts those back that were taken last, after an error; lifecycles know which ones they have seen. */
    putBack(): void {
      waiting = [...latest, ...waiting];
      latest = [];
    },
  };
}
