export type Inbox<LifecycleEvent> = ReturnType<typeof createInbox<LifecycleEvent>>;

/** News is only put aside on arrival; the story takes it when it is ready to act on it. */
export function createInbox<LifecycleEvent>(carried: readonly LifecycleEvent[] = []) {
  let waiting: LifecycleEvent[] = [...carried];
  return {
    receive: (event: LifecycleEvent) => void waiting.push(event),
    isEmpty: () => waiting.length === 0,
    size: () => waiting.length,
    /** What came first, left where it is. */
    first: () => waiting[0],
    /** What came since the last time, oldest first; the rest stays for the next one. */
    take: (most = Infinity): LifecycleEvent[] => {
      const taken = waiting.slice(0, most);
      waiting = waiting.slice(taken.length);
      return taken;
    },
  };
}
