import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

// `npm run accessibility-report`: what the tests of the last run show of WCAG 2.2, levels A and AA, as a report on standard output.

/** Tests by their titles, each under a name of its own. */
export const tests = {
  axe: 'axe finds nothing on any screen, in light, dark and forced colours',
  axeOnTheWay: 'axe finds nothing on the way from the first start to the review of an audit',
  screens: 'every screen: heading, landmarks, F6, no alert, words for icons, names for rows, large targets',
  contrast:
    'every part in every state has enough contrast, in light, dark and forced colours, and with more contrast',
  keyboard: 'by keyboard alone: connect, create an audit and open it',
  wizard: 'a single audit is created through the wizard',
  tree: 'components are taken out of scope in the tree, and applied',
  role: 'a role is assigned to somebody',
  focusReturns: 'no dialog, menu or list of any screen loses the focus when it closes',
  focusAfterRemoval: 'T5: what is removed gives the focus to what stands there',
  motion:
    'in a low window with reduced motion the focus never scrolls the window, and nothing moves by itself or glides',
  reflow: 'WCAG 1.4.10: at 400 % no screen scrolls sideways, but for tables, trees, pictures and code',
  twoHundred: 'at 200 % and at 1280 wide every screen scrolls one way; a grid alone scrolls both, in itself',
  summary: 'W2: a step that cannot be left gives the focus to a summary whose links lead to the fields',
  fields: 'W3: a 400 on the third step opens it, marks its field and loses nothing',
  review: 'W5: every step can be edited from the review, which one then returns to',
  proposed:
    'W12: period, language and unit are proposed from the audit before, and offered again after a change',
  heading: 'W7: the heading begins with a verb and takes the focus at every step, forth and back',
  search: 'P3: a change of what is searched for is told once, on every screen that has a search',
  help: 'F1 opens the page of the screen over it, and leaves what was entered and the focus where they were',
  sidebar: 'the keys of the sidebar follow its order, and lead on to what stands elsewhere',
  palette:
    'letters that are typed before the palette is there stand in it, and nothing else hears them; connections are found to switch to',
  composition: 'Enter that ends a composition does nothing else, in a search, in a dialog and in the palette',
} as const;
type TestName = keyof typeof tests;

type Criterion = readonly [
  number: string,
  name: string,
  level: 'A' | 'AA',
  shown: readonly TestName[] | string,
];

const noMedia = 'There is no sound and no video';
const unseen = 'No test shows it';

/** Number, name, level, and the tests that show a part of it, or why there is none. */
export const criteria: readonly Criterion[] = [
  ['1.1.1', 'Non-text Content', 'A', ['axe', 'screens']],
  ['1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', noMedia],
  ['1.2.2', 'Captions (Prerecorded)', 'A', noMedia],
  ['1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', noMedia],
  ['1.2.4', 'Captions (Live)', 'AA', noMedia],
  ['1.2.5', 'Audio Description (Prerecorded)', 'AA', noMedia],
  ['1.3.1', 'Info and Relationships', 'A', ['axe', 'axeOnTheWay', 'screens']],
  ['1.3.2', 'Meaningful Sequence', 'A', ['keyboard', 'wizard']],
  ['1.3.3', 'Sensory Characteristics', 'A', ['screens']],
  ['1.3.4', 'Orientation', 'AA', 'A desktop window has no orientation that is locked'],
  ['1.3.5', 'Identify Input Purpose', 'AA', 'No field asks for data of the person who uses the app'],
  ['1.4.1', 'Use of Color', 'A', ['screens']],
  ['1.4.2', 'Audio Control', 'A', noMedia],
  ['1.4.3', 'Contrast (Minimum)', 'AA', ['axe', 'contrast']],
  ['1.4.4', 'Resize Text', 'AA', ['twoHundred']],
  ['1.4.5', 'Images of Text', 'AA', unseen],
  ['1.4.10', 'Reflow', 'AA', ['reflow']],
  ['1.4.11', 'Non-text Contrast', 'AA', unseen],
  ['1.4.12', 'Text Spacing', 'AA', unseen],
  ['1.4.13', 'Content on Hover or Focus', 'AA', unseen],
  ['2.1.1', 'Keyboard', 'A', ['keyboard', 'wizard', 'tree', 'role']],
  ['2.1.2', 'No Keyboard Trap', 'A', ['screens', 'focusReturns']],
  ['2.1.4', 'Character Key Shortcuts', 'A', ['palette', 'composition']],
  ['2.2.1', 'Timing Adjustable', 'A', unseen],
  ['2.2.2', 'Pause, Stop, Hide', 'A', ['motion']],
  ['2.3.1', 'Three Flashes or Below Threshold', 'A', unseen],
  ['2.4.1', 'Bypass Blocks', 'A', ['screens']],
  ['2.4.2', 'Page Titled', 'A', ['axe']],
  ['2.4.3', 'Focus Order', 'A', ['keyboard', 'focusReturns', 'focusAfterRemoval', 'heading']],
  ['2.4.4', 'Link Purpose (In Context)', 'A', ['axe']],
  ['2.4.5', 'Multiple Ways', 'AA', ['sidebar', 'palette']],
  ['2.4.6', 'Headings and Labels', 'AA', ['screens']],
  ['2.4.7', 'Focus Visible', 'AA', ['keyboard']],
  ['2.4.11', 'Focus Not Obscured (Minimum)', 'AA', ['motion']],
  ['2.5.1', 'Pointer Gestures', 'A', 'One pointer and no gesture is all that is needed'],
  ['2.5.2', 'Pointer Cancellation', 'A', unseen],
  ['2.5.3', 'Label in Name', 'A', ['axe']],
  ['2.5.4', 'Motion Actuation', 'A', 'Nothing is done by moving a device'],
  ['2.5.7', 'Dragging Movements', 'AA', unseen],
  ['2.5.8', 'Target Size (Minimum)', 'AA', ['screens']],
  ['3.1.1', 'Language of Page', 'A', ['axe']],
  ['3.1.2', 'Language of Parts', 'AA', 'Names and texts of the service come without their language'],
  ['3.2.1', 'On Focus', 'A', ['screens']],
  ['3.2.2', 'On Input', 'A', unseen],
  ['3.2.3', 'Consistent Navigation', 'AA', ['screens', 'sidebar']],
  ['3.2.4', 'Consistent Identification', 'AA', unseen],
  ['3.2.6', 'Consistent Help', 'A', ['help']],
  ['3.3.1', 'Error Identification', 'A', ['summary', 'fields']],
  ['3.3.2', 'Labels or Instructions', 'A', ['axe', 'axeOnTheWay']],
  ['3.3.3', 'Error Suggestion', 'AA', ['summary', 'fields']],
  ['3.3.4', 'Error Prevention (Legal, Financial, Data)', 'AA', ['review', 'tree']],
  ['3.3.7', 'Redundant Entry', 'A', ['proposed']],
  ['3.3.8', 'Accessible Authentication (Minimum)', 'AA', 'A secret is pasted once; nobody logs in'],
  ['4.1.2', 'Name, Role, Value', 'A', ['axe', 'axeOnTheWay', 'tree']],
  ['4.1.3', 'Status Messages', 'AA', ['search', 'screens']],
];

// Of the report of Playwright's what is needed here.
const Spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ status: z.string() })),
});
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([]);
  },
});
type Outcome = 'passed' | 'failed' | 'not run';

function outcomesIn({ suites, specs }: z.output<typeof Suite>): ReadonlyMap<string, Outcome> {
  return new Map<string, Outcome>([
    ...suites.flatMap((suite) => [...outcomesIn(suite)]),
    ...specs.map(({ title, ok, tests: runs }) => {
      const isSkipped = runs.every(({ status }) => status === 'skipped');
      return [title, isSkipped ? 'not run' : ok ? 'passed' : 'failed'] as const;
    }),
  ]);
}

// EN 301 549 V3.2.1 has WCAG 2.1 in its chapter on software, and not what came with 2.2.
const later: readonly string[] = ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'];

function rowOf([number, name, level, shown]: Criterion, outcomes: ReadonlyMap<string, Outcome>) {
  const clause = later.includes(number) ? '–' : `11.${number}`;
  if (typeof shown === 'string') return [number, name, level, clause, shown, ''];
  const titles = shown.map((key) => tests[key]);
  const found = new Set(titles.map((title) => outcomes.get(title) ?? 'not run'));
  const result = found.has('failed')
    ? 'Tests failed'
    : found.has('not run')
      ? 'Tests were not run'
      : 'Tests passed';
  return [number, name, level, clause, result, titles.join('; ')];
}

/** The report of a run of the end-to-end tests, as Markdown; null is no run. Throws where the run is in a form that it does not know. */
export function reportOf(run: unknown): string {
  const outcomes = run === null ? new Map<string, Outcome>() : outcomesIn(Suite.parse(run));
  const rows = criteria.map((criterion) => rowOf(criterion, outcomes));
  const titles = ['WCAG 2.2', 'criterion', 'level', 'EN 301 549', 'result', 'tests'];
  return `${[
    '# Accessibility conformance report: Audit Desk',
    '',
    'Nobody has tried it with a screen reader (NVDA, JAWS, Narrator, VoiceOver, Orca), a screen magnifier, voice control',
    'or a switch, or together with people who need them, nor the system’s own dialogs, menus and notifications.',
    '',
    'The rest is what tests in Chromium show. A test shows a part of a criterion; “passed” says no more than that. Where no test shows it,',
    'nothing is claimed.',
    '',
    ...[titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')}\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = process.argv[2] ?? join(import.meta.dirname, '..', 'test-results', 'e2e.json');
  const run: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  if (run === null) process.stderr.write('No run of the end-to-end tests is there: npm test makes one.\n');
  process.stdout.write(reportOf(run));
}
