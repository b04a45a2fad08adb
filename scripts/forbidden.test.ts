import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// What stands at one place only in all that is shipped, or nowhere; the numbers are those of the security checks.

const house = join(dirname(import.meta.dirname), 'src');
const sources = readdirSync(house, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|html)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(house, path), 'utf8') }));

const html =
  /\b(dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|setHTML\w*|srcdoc|DOMParser|createContextualFragment)\b/i;
const code = /\beval\b|\bnew Function\b|\bFunction\(|\bdocument\.write|\bset(Timeout|Interval)\(\s*['"`]/;
const checks: readonly (readonly [check: string, pattern: RegExp, paths: readonly string[]])[] = [
  ['security 1', /new BrowserWindow\b/, ['main/desktop/window.ts']],
  ['security 3', /\bapp\.enableSandbox\(\)/, ['main/index.ts']],
  ['security 7', /\bipcMain\b/, ['main/bridge/ipc.ts']],
  ['security 15', /rejectUnauthorized|NODE_TLS_REJECT|certificate-error|setCertificateVerifyProc/, []],
  ['security 15, of switches', /ignore-certificate-errors|allow-insecure|disable-web-security/, []],
  ['security 20, of HTML', html, []],
  ['security 20, of code', code, []],
  ['security 26', /openExternal/, []],
  ['security 27', /openPath|showItemInFolder/, []],
  ['security 53, of crash dumps', /crashReporter/, []],
  ['what ends the app by an odd answer, and repeats (0047)', /\bnet\.fetch\b/, []],
  ['security 29', /@electron\/remote|register\w+Protocol\b|enableBlinkFeatures/, []],
];

test.each(checks)('%s: what matches %s is only in %j', (_, pattern, paths) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual(paths);
});

test.each([
  ['<p dangerouslySetInnerHTML={{ __html: name }} />', html],
  ['element.innerHTML = name;', html],
  ['element.insertAdjacentHTML("beforeend", name);', html],
  ['<iframe srcDoc={name} />', html],
  ['range.createContextualFragment(name)', html],
  ['element.setHTMLUnsafe(name)', html],
  ['eval(name)', code],
  ['window.eval(name)', code],
  ['new Function(name)', code],
  ['document.writeln(name)', code],
  ["setTimeout('act()', 1)", code],
])('security 20: %s would be found', (text, pattern) => {
  expect(text).toMatch(pattern);
});

test('security 3: the sandbox is on wherever the start has not said that there is none', () => {
  const start = sources.find(({ path }) => path === 'main/index.ts')?.text ?? '';
  const lines = start.split('\n').filter((line) => /enableSandbox|no-sandbox/.test(line));
  expect(lines).toEqual(["  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();"]);
});

test.each([
  ['security 3: every page is in the sandbox', 'app.enableSandbox()', 'whenReady'],
  ['security 53: what is written is its owner’s alone', 'process.umask(0o077)', 'app.enableSandbox()'],
  ['security 16: the own scheme is declared', 'declareScheme(protocol)', 'whenReady'],
  ['security 25: the session is locked', 'lockSession(session.defaultSession)', 'windows.restore()'],
  ['security 8: whoever calls is looked at', 'answerCalls(dispatch, trustedOrigins', 'windows.restore()'],
])('%s: %s comes before %s', (_, earlier, later) => {
  const whole = sources.find(({ path }) => path === 'main/index.ts')?.text ?? '';
  // What `servePages` does is done where it is called.
  const [start = '', servePages = ''] = whole.split('function servePages(');
  const text = start.replace('servePages(', () => servePages);
  expect(text.indexOf(earlier)).toBeGreaterThan(-1);
  expect(text.indexOf(earlier)).toBeLessThan(text.indexOf(later));
});

/** Where a screen lays out something by itself, and why no part of `ui/layout.tsx` does it. */
const ownLayouts: readonly (readonly [sheet: string, why: string])[] = [
  ['renderer/features/audit-wizard/wizard.module.css', 'three columns that become two and one'],
  ['renderer/features/audits/audit-list.module.css', 'icons and names within a line of a long list'],
  ['renderer/features/network/diagram.module.css', 'a name that ends after two lines'],
  ['renderer/parts/printout/printout.module.css', 'what stands on paper only, or on the screen only'],
];

test('screens are laid out by the parts of ui: no other sheet of theirs has a `display`', () => {
  const own = readdirSync(house, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^(renderer\/(features|parts)|workbench)\/.*\.css$/.test(path))
    .filter((path) => /\bdisplay:/.test(readFileSync(join(house, path), 'utf8')));
  expect(own.toSorted()).toEqual(ownLayouts.map(([sheet]) => sheet));
});
