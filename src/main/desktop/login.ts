import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface LoginItems {
  readonly setLoginItemSettings: (settings: { openAtLogin: boolean; args: string[] }) => void;
}

interface Place {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly program: string;
}

const hidden = '--hidden';

/** Whether the app starts at login, without a window: by the system's list, on Linux by a file in the folder of this person's. */
export function setLoginItem(items: LoginItems, isWanted: boolean, place: Place): void {
  if (place.platform !== 'linux')
    return items.setLoginItemSettings({ openAtLogin: isWanted, args: [hidden] });
  const config = place.environment['XDG_CONFIG_HOME'] || join(place.home, '.config');
  const file = join(config, 'autostart', 'audit-desk.desktop');
  if (!isWanted) return rmSync(file, { force: true });
  const program = place.environment['APPIMAGE'] ?? place.program;
  const entry = entryOf(program);
  if (contentOf(file) === entry) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, entry);
}

/** A desktop entry that starts a program: quoted as the specification of desktop entries wants it. */
function entryOf(program: string): string {
  const quoted = program
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `[Desktop Entry]\nType=Application\nName=Audit Desk\nExec="${quoted}" ${hidden}\nTerminal=false\n`;
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
