import { condition } from '@temporalio/workflow';

export interface Inbox<News> {
  receive(news: News): void;
  isEmpty(): boolean;
  /** What came first, left where it is. */
  first(): Promise<News>;
  /** What came since the last look, oldest first; the rest stays for the next one. */
  take(most?: number): News[];
  /** True when there is news, or when something else has happened meanwhile; false when the time was over. */
  wait(ms: number, summary: string, orWhen?: () => boolean): Promise<boolean>;
}

/** News is only put aside on arrival; the story takes it when it is ready to act on it. */
export function createInbox<News>(carried: readonly News[] = []): Inbox<News> {
  let waiting: News[] = [...carried];
  const isEmpty = () => waiting.length === 0;
  return {
    receive: (news) => void waiting.push(news),
    isEmpty,
    first: async () => {
      await condition(() => !isEmpty());
      return waiting[0] as News;
    },
    take: (most = Infinity) => {
      const taken = waiting.slice(0, most);
      waiting = waiting.slice(taken.length);
      return taken;
    },
    wait: async (ms, summary, orWhen = () => false) => {
      if (!isEmpty() || orWhen()) return true;
      // a timer of zero would still cost two events of history
      return ms > 0 && condition(() => !isEmpty() || orWhen(), ms, { summary });
    },
  };
}
