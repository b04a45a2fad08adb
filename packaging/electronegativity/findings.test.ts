import { expect, test } from 'vitest';
import { faultsOf, type Scan } from './findings.ts';

const expected: Scan = {
  checks: 42,
  errors: [],
  findings: [
    ['CSP_GLOBAL_CHECK', ''],
    ['AUXCLICK_JS_CHECK', 'const window = new BrowserWindow({'],
    ['CONTEXT_ISOLATION_JS_CHECK', 'const window = new BrowserWindow({'],
    ['SANDBOX_JS_CHECK', 'const window = new BrowserWindow({'],
    ['PRELOAD_JS_CHECK', 'preload'],
    ['PROTOCOL_HANDLER_JS_CHECK', 'if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);'],
    ['DANGEROUS_FUNCTIONS_JS_CHECK', 'return setTimeout$1(it.effect.seconds * 1e3).then(() => finish(it))'],
  ].map(([id = '', sample = '']) => ({ id, sample, file: 'main/index.js', description: 'Review it' })),
};

test('what is explained is no fault', () => {
  expect(faultsOf(expected)).toEqual([]);
});

test.each([
  [
    'a file that could not be read',
    { ...expected, errors: [{ file: 'a.js', message: 'Unexpected token' }] },
    'a.js could not be read: Unexpected token',
  ],
  ['fewer checks than there are', { ...expected, checks: 41 }, '41 checks were made, of 42'],
  [
    'another finding of a kind that is explained',
    {
      ...expected,
      findings: [
        ...expected.findings,
        { id: 'DANGEROUS_FUNCTIONS_JS_CHECK', file: 'a.js', sample: 'eval(name)', description: 'Do not' },
      ],
    },
    'DANGEROUS_FUNCTIONS_JS_CHECK in a.js: Do not (eval(name))',
  ],
  [
    'an explanation that has outlived its finding',
    { ...expected, findings: expected.findings.slice(1) },
    'CSP_GLOBAL_CHECK is explained and not found any more',
  ],
])('%s is one', (_, scan, fault) => {
  expect(faultsOf(scan)).toEqual([fault]);
});
