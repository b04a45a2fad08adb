// What a packaged app may be started with. A shortcut, a script or a login item of somebody else must not be able to open a
// debugging port, switch certificates off or write the keys of TLS connections to a file.

export interface Start {
  readonly platform: NodeJS.Platform;
  /** The arguments without the program. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether somebody is attached to this process for tests: a package that is given out has the fuse that forbids it. */
  readonly isInspected: boolean;
}

/** What may stand on a command line; each is for its person's work, and none touches the network, files or rights of a page. */
const switches = [
  'user-data-dir', // where the app keeps its files
  'updates', // docs/policy.md
  'updated', // said by the installer after an update
  'hidden', // of the login item: without a window
  'lang',
  'force-renderer-accessibility',
  'force-device-scale-factor',
  'disable-gpu', // for a driver that fails
  'ozone-platform',
  'ozone-platform-hint',
];
/** What the tests of a package attach with. */
const ofTests = ['inspect', 'remote-debugging-port', 'remote-debugging-pipe'];

/** Variables that Electron and Chromium heed; those of Node have no effect here, by the fuses. */
const refused =
  /^(ELECTRON_.*|AUDIT_DESK_.*|SSLKEYLOGFILE|CHROME_DEVEL_SANDBOX|CHROME_LOG_FILE|NODE_TLS_.*)$/;
/** Harmless ones among them: the window system, the terminal, and one that the fuses make void and editors set for their terminals. */
const harmless = [
  'ELECTRON_OZONE_PLATFORM_HINT',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_DEFAULT_ERROR_MODE',
  'ELECTRON_RUN_AS_NODE',
];

/** What a packaged app was not to be started with. */
export interface Refusal {
  readonly kind: 'switch' | 'variable';
  readonly name: string;
}

/** Why a packaged app does not start; null where it may. What is not known to be harmless ends the start. */
export function whyNotToStart({ platform, args, environment, isInspected }: Start): Refusal | null {
  const allowed = isInspected ? [...switches, ...ofTests] : switches;
  const end = args.indexOf('--'); // what follows it is no switch to anybody
  const own = end < 0 ? args : args.slice(0, end);
  const wrongSwitch = own
    .map((argument) => switchIn(argument, platform))
    .find((name) => name !== null && !allowed.includes(name));
  if (typeof wrongSwitch === 'string') return { kind: 'switch', name: `--${wrongSwitch}` };
  const wrongVariable = Object.keys(environment).find((name) => {
    const known = platform === 'win32' ? name.toUpperCase() : name; // where they have no case
    return environment[name] !== undefined && refused.test(known) && !harmless.includes(known);
  });
  return wrongVariable === undefined ? null : { kind: 'variable', name: wrongVariable };
}

/** The name of a switch as Chromium reads one: after one dash as after two, on Windows also after a slash and in any case. */
function switchIn(argument: string, platform: NodeJS.Platform): string | null {
  const shape = platform === 'win32' ? /^(?:--|-|\/)([^=]*)/ : /^--?([^=]*)/;
  const name = shape.exec(argument.trim())?.[1];
  if (name === undefined || argument.trim() === '-') return null;
  if (platform === 'darwin' && /^psn_\d/.test(name)) return null; // the Finder's name for a process
  if (platform === 'win32' && /^-embedding$/i.test(argument)) return null; // of Windows, for a click on a notice once the app has ended
  return platform === 'win32' ? name.toLowerCase() : name;
}

interface Witnesses {
  /** The terminal, which a program on Windows does not have. */
  readonly terminal: (line: string) => void;
  readonly box: (words: string) => void;
  readonly end: () => void;
}

/** Says why the app does not start, to whoever is there, and ends it; `line` where the terminal gets other words. */
export function doNotStart({ terminal, box, end }: Witnesses, words: string, line = `${words}\n`): void {
  try {
    terminal(line);
    box(words);
  } finally {
    end();
  }
}
