/** A store in this process answers at once. Waiting for such a value costs a turn of the queue of promises. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value, and waits only if it must. */
export function after<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  // oxlint-disable-next-line promise/no-callback-in-promise -- what waits is the one case, what does not the other
  return value instanceof Promise ? value.then(next) : next(value);
}
