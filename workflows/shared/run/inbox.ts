export type Inbox<News> = ReturnType<typeof createInbox<News>>;

/** News is only put aside on arrival; the story takes it when it is ready to act on it. */
export function createInbox<News>(carried: readonly News[] = []) {
  let waiting: News[] = [...carried];
  return {
    receive: (news: News) => void waiting.push(news),
    isEmpty: () => waiting.length === 0,
    size: () => waiting.length,
    /** What came first, left where it is. */
    first: () => waiting[0],
    /** What came since the last time, oldest first; the rest stays for the next one. */
    take: (most = Infinity): News[] => {
      const taken = waiting.slice(0, most);
      waiting = waiting.slice(taken.length);
      return taken;
    },
  };
}
