import type { RejectionNews } from '../../../src/domain/news.js';
import { toRejectionView } from '../../../src/domain/rejection-view.js';
import type { Tale } from '../run/story.js';

/** The gateway sent somebody's transfer back. No question exists for it: the signed event is passed on. */
export function rejectionTale(prefix: string, news: RejectionNews): Tale {
  const about = { rejection: toRejectionView(news) };
  return { type: `${prefix}.payment-rejected`, effect: `rejected:${news.key}`, about };
}
