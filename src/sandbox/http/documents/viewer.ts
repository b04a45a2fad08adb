import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { style } from './style.ts';
import { viewerScript } from './viewer-script.ts';

/** Where the service's own package has the viewer (scripts/sandbox-package.mjs). */
const beside = join(import.meta.dirname, 'viewer');
const resolve = (name: string): string =>
  existsSync(beside) ? join(beside, name) : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

/** The files of the documentation page, by their names below its address. Those of the package are read when asked for. */
const files: Readonly<Record<string, { readonly type: string; readonly text: () => string }>> = {
  'page.css': { type: 'text/css', text: () => style },
  'page.js': { type: 'text/javascript', text: () => viewerScript },
  'viewer.css': { type: 'text/css', text: () => packaged('swagger-ui.css') },
  'viewer.js': { type: 'text/javascript', text: () => packaged('swagger-ui-bundle.js') },
};

/** Whether the viewer's package is installed. A packaged app does not hold it. */
export function hasViewer(): boolean {
  try {
    resolve('swagger-ui-bundle.js');
    return true;
  } catch {
    return false;
  }
}

export function viewerFile(name: string): { readonly type: string; readonly text: string } | null {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined || (name.startsWith('viewer.') && !hasViewer())) return null;
  return { type: file.type, text: file.text() };
}

// Its last line names a file for debuggers, which is not served.
function packaged(name: string): string {
  return readFileSync(resolve(name), 'utf8').replace(/\n?(\/\/|\/\*)# source\w+URL=.*$/, '');
}
