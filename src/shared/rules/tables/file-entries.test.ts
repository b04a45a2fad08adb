import { expect, test } from 'vitest';
import { fileEntries } from './file-entries.ts';

const held = { id: '1', name: 'Statutory', settings: { a: 1, b: 2 } };

test('something of a file is the one with its id, else the one with its name', () => {
  const renamed = { ...held, name: 'Renamed' };
  const namesake = { ...held, id: '9', name: ' statutory ', settings: { a: 3, b: 2 } };
  const fresh = { ...held, id: '8', name: 'Fresh' };
  const turned = { ...held, settings: { b: 2, a: 1 } };
  for (const [incoming, expected] of [
    [held, { kept: held, known: held, verdict: 'same' }],
    [renamed, { kept: renamed, known: held, verdict: 'change' }],
    [namesake, { kept: { ...namesake, id: '1' }, known: held, verdict: 'change' }],
    [fresh, { kept: fresh, known: null, verdict: 'new' }],
    [turned, { kept: turned, known: held, verdict: 'same' }],
  ] as const)
    expect(fileEntries([incoming], [held])).toEqual([expected]);
});

test('of those that would be kept as one, only the first is; those that stay apart are both kept', () => {
  const namesake = { ...held, id: '2' };
  const verdicts = (here: readonly (typeof held)[]) =>
    fileEntries([held, held, namesake], here).map(({ verdict }) => verdict);
  expect(verdicts([])).toEqual(['new', 'twice', 'new']);
  expect(verdicts([{ ...held, id: '3' }])).toEqual(['same', 'twice', 'twice']);
});
