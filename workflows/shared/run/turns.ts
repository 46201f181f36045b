/** Has works done one after another, in the order in which they came. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    // one that failed has told whoever waits for it; the next one is not concerned
    last = mine.catch(() => undefined);
    return mine;
  };
}
