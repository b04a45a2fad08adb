// Loaded into the main process before the app (`electron -r`): its time goes on by itself, and can be put forward. What the
// app waits for is measured on it, as the sandbox's limits are on the sandbox's clock.
const { performance } = require('node:perf_hooks');

const now = Date.now;
const monotonic = performance.now.bind(performance);
const begin = globalThis.setTimeout;
const end = globalThis.clearTimeout;
const waiting = new Set();
let ahead = 0; // milliseconds

Date.now = () => now() + ahead;
performance.now = () => monotonic() + ahead;

const arm = (entry) => {
  entry.timer = begin(
    () => {
      waiting.delete(entry);
      entry.callback(...entry.args);
    },
    Math.max(0, entry.due - performance.now()),
  );
};
globalThis.setTimeout = (callback, milliseconds = 0, ...args) => {
  const entry = { callback, args, due: performance.now() + milliseconds };
  waiting.add(entry);
  arm(entry);
  return {
    entry,
    ref: () => entry.timer.ref(),
    unref: () => entry.timer.unref(),
    hasRef: () => entry.timer.hasRef(),
  };
};
globalThis.clearTimeout = (handle) => {
  if (handle?.entry === undefined) return end(handle);
  waiting.delete(handle.entry);
  end(handle.entry.timer);
};
globalThis.putClockForward = (milliseconds) => {
  ahead += milliseconds;
  for (const entry of waiting) {
    end(entry.timer);
    arm(entry);
  }
};
