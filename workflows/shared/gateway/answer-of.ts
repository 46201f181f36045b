import { isContinuing, type Pace } from '../run/pace.js';
import { failureKind } from './failures.js';

/** The answer of a read; undefined when the gateway did not answer, or when its reply could not be read. */
export async function answerOf<Answer>(
  { pace }: { readonly pace: Pace },
  read: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await pace.call(read);
  } catch (error) {
    if (isContinuing(error)) throw error;
    // rethrows anything but a failed activity
    failureKind(error);
    return undefined;
  }
}
