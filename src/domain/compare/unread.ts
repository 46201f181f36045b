/** Why a comparison left something out. */
export const UNREAD_REASONS = [
  /** The listing counts more records than it shows. */
  'not-listed',
  /** A record, or its word, cannot be read. */
  'unreadable',
  /** The listing shows it in a period that its own time is far from. */
  'other-time',
  /** The listing has more pages than one comparison reads. */
  'beyond-limit',
  /** The gateway, or the lifecycle that holds it, did not answer. */
  'no-answer',
] as const;

export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** How much of a comparison was not compared, by reason; empty when everything was. */
export type Unread = Readonly<Partial<Record<UnreadReason, number>>>;

export const NOTHING_UNREAD: Readonly<Unread> = {};

export function unreadFor(reason: UnreadReason, count = 1): Unread {
  return count > 0 ? { [reason]: count } : {};
}

export function addUnread(...all: readonly Unread[]): Unread {
  const counts = UNREAD_REASONS.map((reason) => {
    const count = all.reduce((sum, each) => sum + (each[reason] ?? 0), 0);
    return [reason, count] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export function countUnread(unread: Unread): number {
  return UNREAD_REASONS.reduce((sum, reason) => sum + (unread[reason] ?? 0), 0);
}

const WORDS: Readonly<Record<UnreadReason, string>> = {
  'not-listed': 'counted by a listing that does not show them',
  unreadable: 'not readable',
  'other-time': 'listed far from their own time',
  'beyond-limit': 'on pages beyond the limit',
  'no-answer': 'without an answer',
};

/** "2 not readable, 1 without an answer". */
export function showUnread(unread: Unread): string {
  return UNREAD_REASONS.flatMap((reason) => {
    const count = unread[reason] ?? 0;
    return count > 0 ? `${count} ${WORDS[reason]}` : [];
  }).join(', ');
}
