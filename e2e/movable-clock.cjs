// Loaded into the main process before the app (`electron -r`): its time goes on by itself, and can be put forward. What the
// app waits for is measured on it, as the sandbox's limits are on the sandbox's clock. It is put forward while neither the
// service nor the keychain is asked anything: they answer in the time of the machine, and would seem not to answer.
const { performance } = require('node:perf_hooks');
const { setImmediate } = require('node:timers/promises');
const { net } = require('electron');
const keytar = require('keytar');

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

const asked = new Set();
const until = (answer) => {
  asked.add(answer);
  const forget = () => asked.delete(answer);
  answer.then(forget, forget);
  return answer;
};
const request = net.request.bind(net);
net.request = (options) => {
  const sent = request(options);
  until(
    new Promise((resolve) => {
      sent.on('error', resolve);
      sent.on('abort', resolve);
      sent.on('response', (answer) => answer.once('close', resolve));
    }),
  );
  return sent;
};
for (const [name, ask] of Object.entries(keytar)) keytar[name] = (...args) => until(ask(...args));

globalThis.putClockForward = async (milliseconds) => {
  while (asked.size > 0) {
    await Promise.allSettled(asked);
    await setImmediate(); // for the app to read the answer, and to ask the next
  }
  ahead += milliseconds;
  for (const entry of waiting) {
    end(entry.timer);
    arm(entry);
  }
};
