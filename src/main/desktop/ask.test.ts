import { beforeEach, expect, test, vi } from 'vitest';

type FakeWindow = ReturnType<typeof windowOf>;

const windowOf = (name: string, state: 'open' | 'minimised' | 'closed' = 'open') => ({
  name,
  isDestroyed: () => state === 'closed',
  isMinimized: () => state === 'minimised',
});

const desktop = vi.hoisted(() => ({
  asking: null as unknown,
  focused: null as unknown,
  all: [] as readonly unknown[],
}));
const shown = vi.fn();
const show = (answer: object) => async (window: unknown, options?: unknown) => {
  shown(options === undefined ? null : window, options ?? window);
  return answer;
};
vi.mock('../bridge/ipc.ts', () => ({ askingWindow: () => desktop.asking }));
vi.mock('electron', () => ({
  BrowserWindow: { getFocusedWindow: () => desktop.focused, getAllWindows: () => desktop.all },
  dialog: {
    showMessageBox: show({ response: 0 }),
    showSaveDialog: show({ filePath: '/out' }),
    showOpenDialog: show({ filePaths: ['/in'] }),
  },
}));
vi.resetModules(); // another test of this worker may have loaded it with its own Electron
const { askPerson, choosing } = await import('./ask.ts');

const words = { message: 'Write?', detail: 'To production.', yes: 'Write', no: 'Cancel' };
const [asking, focused, other] = ['asking', 'focused', 'other'].map((name) => windowOf(name));

beforeEach(() => {
  shown.mockReset();
  Object.assign(desktop, { asking: null, focused: null, all: [] });
});

const situations: readonly (readonly [
  string,
  {
    readonly asking?: FakeWindow | undefined;
    readonly focused?: FakeWindow | undefined;
    readonly all?: readonly (FakeWindow | undefined)[];
  },
  string | null,
])[] = [
  ['the one that asked, also where a person went to another', { asking, focused, all: [other] }, 'asking'],
  ['the one that a person is in, where no page asked', { focused, all: [other, focused] }, 'focused'],
  [
    'another, where a person is in none of the app',
    { all: [windowOf('small', 'minimised'), other] },
    'other',
  ],
  ['not one that is closed meanwhile', { asking: windowOf('gone', 'closed'), focused }, 'focused'],
  [
    'not one that is minimised and would hide it',
    { asking: windowOf('small', 'minimised'), all: [other] },
    'other',
  ],
  ['none, where there is no window', {}, null],
];

test.each(situations)('a dialog belongs to a window: %s', async (_, situation, name) => {
  Object.assign(desktop, situation);
  expect(await askPerson(words, 'warning')).toBe(true);
  expect(await choosing.chooseFile('a.pdf')).toBe('/out');
  expect(await choosing.chooseEvidence()).toBe('/out');
  expect(await choosing.chooseOpening('table')).toBe('/in');
  expect(shown.mock.calls.map(([window]) => window?.name ?? null)).toEqual([name, name, name, name]);
  expect(shown.mock.calls[1]).toEqual([
    expect.toSatisfy((window) => (window?.name ?? null) === name),
    { defaultPath: 'a.pdf' },
  ]);
});
