/** What a promise gives, or `given-up` as soon as one of the signals is given; the promise goes its own way then. */
export function unlessGivenUp<Value>(
  signals: readonly (AbortSignal | undefined)[],
  promise: Promise<Value>,
): Promise<Value | 'given-up'> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.some(({ aborted }) => aborted)) return Promise.resolve('given-up');
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve('given-up');
    for (const signal of given) signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => {
      for (const signal of given) signal.removeEventListener('abort', giveUp);
    });
  });
}
