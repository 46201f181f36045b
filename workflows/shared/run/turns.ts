/** Runs work one after another, in the order of the calls. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    // the caller of failed work gets its error; the next work starts regardless
    last = mine.catch(() => undefined);
    return mine;
  };
}
