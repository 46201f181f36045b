import { NotFoundError } from './errors.js';

/** Refuses what a create cannot have now. A repeat of a create that could still gets its answer. */
export async function refuseNew(
  refuse: () => void | Promise<void>,
  readExisting: () => Promise<unknown>,
): Promise<void> {
  try {
    await refuse();
  } catch (refused) {
    await readExisting().catch((error: unknown) => {
      throw error instanceof NotFoundError ? refused : error;
    });
  }
}
