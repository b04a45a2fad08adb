import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { giveUp, say } from './place.mjs';

const chromiumNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

// What is needed, how its presence shows, and what each package manager calls it.
const parts = {
  libsecret: {
    libraries: ['libsecret-1.so.0'],
    'apt-get': ['libsecret-1-0'],
    dnf: ['libsecret'],
    pacman: ['libsecret'],
    zypper: ['libsecret-1-0'],
  },
  // What Electron is linked to; the rest of it comes with these.
  electron: {
    libraries: ['libgtk-3.so.0', 'libnss3.so', 'libasound.so.2', 'libgbm.so.1'],
    // Debian and Ubuntu renamed some to `…t64`. apt finds those by their old names, but for the one that two packages offer.
    'apt-get': ['libgtk-3-0', 'libnss3', '^libasound2(t64)?$', 'libgbm1'],
    dnf: ['gtk3', 'nss', 'alsa-lib', 'mesa-libgbm'],
    pacman: ['gtk3', 'nss', 'alsa-lib', 'mesa'],
    zypper: ['libgtk-3-0', 'mozilla-nss', 'libasound2', 'libgbm1'],
  },
  chromium: {
    commands: chromiumNames,
    'apt-get': ['chromium', 'fonts-liberation'],
    dnf: ['chromium'],
    pacman: ['chromium'],
    zypper: ['chromium'],
  },
  keyring: {
    commands: ['gnome-keyring-daemon'],
    'apt-get': ['gnome-keyring'],
    dnf: ['gnome-keyring'],
    pacman: ['gnome-keyring'],
    zypper: ['gnome-keyring'],
  },
  bus: {
    commands: ['dbus-run-session'],
    'apt-get': ['dbus'],
    dnf: ['dbus-daemon'],
    pacman: ['dbus'],
    zypper: ['dbus-1'],
  },
  postgresql: {
    commands: ['postgres'],
    folders: ['/usr/lib/postgresql'], // on Debian its programs are not on the path
    'apt-get': ['postgresql'],
    dnf: ['postgresql-server'],
    pacman: ['postgresql'],
    zypper: ['postgresql-server'],
  },
  // On Debian these are on root's path alone.
  nginx: {
    commands: ['nginx'],
    folders: ['/usr/sbin/nginx'],
    'apt-get': ['nginx'],
    dnf: ['nginx'],
    pacman: ['nginx'],
    zypper: ['nginx'],
  },
  haproxy: {
    commands: ['haproxy'],
    folders: ['/usr/sbin/haproxy'],
    'apt-get': ['haproxy'],
    dnf: ['haproxy'],
    pacman: ['haproxy'],
    zypper: ['haproxy'],
  },
  display: {
    commands: ['Xvfb'],
    'apt-get': ['xvfb'],
    dnf: ['xorg-x11-server-Xvfb'],
    pacman: ['xorg-server-xvfb'],
    zypper: ['xorg-x11-server-Xvfb'],
  },
};

const byHand = {
  'apt-get': 'apt-get update && sudo apt-get install -y',
  dnf: 'dnf install -y',
  pacman: 'pacman -S --needed',
  zypper: 'zypper install -y',
};

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function hasLibrary(name) {
  const folders = ['/usr/lib', '/usr/lib64', '/lib', '/lib64', '/usr/local/lib'];
  const triplets = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter((each) => each.includes('-linux-'))
    : [];
  return (
    [...folders, ...triplets.map((each) => join('/usr/lib', each))].some((each) =>
      existsSync(join(each, name)),
    ) || (spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '').includes(name)
  );
}

function isMissing(name) {
  const { libraries, commands, folders = [] } = parts[name];
  return libraries === undefined
    ? !commands.some(isOnPath) && !folders.some((folder) => existsSync(folder))
    : !libraries.every(hasLibrary);
}

/**
 * Sees to it that Linux has these parts: installs what is missing where it may (Debian's apt-get, as root or with a
 * sudo that asks nothing), and otherwise gives up with the one command that does. Other systems have or need none.
 */
export function ensureSystem(names) {
  const problem = installed(names);
  if (problem !== null) giveUp(problem);
}

/** The same for parts without which some tests are skipped. */
export function trySystem(names) {
  const problem = installed(names);
  if (problem !== null) say(`${problem}\nUntil then, the tests that need it are skipped.`);
}

/** Why these parts are not there, or null. */
function installed(names) {
  if (process.platform !== 'linux') return null;
  const missing = names.filter(isMissing);
  if (missing.length === 0) return null;
  const manager = Object.keys(byHand).find(isOnPath);
  if (manager === undefined)
    return `Audit Desk needs ${missing.join(', ')} here, and no known package manager was found to install it.`;
  const packages = missing.flatMap((name) => parts[name][manager]);
  const words = packages.map((each) => (/[^\w.+-]/.test(each) ? `'${each}'` : each)).join(' ');
  const command = `sudo ${byHand[manager]} ${words}`;
  const isRoot = process.getuid() === 0;
  const may =
    manager === 'apt-get' && (isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0);
  if (!may)
    return `Audit Desk needs packages of this system. Run this, then the same command again:\n  ${command}`;
  say(`Installing packages of this system: ${words} …`);
  const prefix = [
    ...(isRoot ? [] : ['sudo', '-n']),
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-qq',
  ];
  const apt = (...args) => {
    const [program, ...rest] = [...prefix, ...args];
    return spawnSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const update = apt('update');
  const install = apt('install', '-y', '--no-install-recommends', ...packages);
  // The tests of screens take it where it is: the same engine without the browser around it. Not every Debian has it.
  if (missing.includes('chromium'))
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  if (install.status === 0 && missing.every((name) => !isMissing(name))) return null;
  process.stderr.write(`${update.stderr ?? ''}${install.stderr ?? ''}`);
  return `They could not be installed: check the network, then run this and the same command again:\n  ${command}`;
}
