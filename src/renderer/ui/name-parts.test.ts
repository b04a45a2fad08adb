import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { apartIn, folded, fromApart, partsOf } from './name-parts.ts';

const start = 'Valkenhorst Internationale Participatiemaatschappij';

describe('what tells a name apart from those beside it', () => {
  it.each([
    ['a number', [`${start} Energie 050 West B.V.`, `${start} Energie 051 Oost B.V.`], ' 050'],
    ['a word that leaves first', [`${start} Energie B.V.`, `${start} Water B.V.`], ' Energie'],
    [
      'two words, where others have each',
      ['V Energie West', 'V Energie Oost', 'V Water West'],
      ' Energie West',
    ],
    ['a number within another', ['V 0 B.V.', 'V 10 B.V.', 'V 1 B.V.'], ' 0'],
    ['the end of a name that goes on in another', ['V Holding', 'V Holding Beheer'], ' Holding'],
    ['what another does not have', ['V Holding Beheer', 'V Holding'], ' Beheer'],
    ['all of one that another ends with', ['Energie West', 'V Energie West'], 'Energie West'],
    ['a letter at the end of a long word', [`${'a'.repeat(198)}b`, `${'a'.repeat(198)}c`], 'aaaaaab'],
    [
      'a letter in the middle of a long word',
      [`${'a'.repeat(100)}b${'a'.repeat(99)}`, `${'a'.repeat(100)}c${'a'.repeat(99)}`],
      'aaaabaaa',
    ],
    ['a letter of a word', ['V Energie', 'V Energia', 'W'], ' Energie'],
    ['right to left', ['شركة فالكنهورست القابضة', 'شركة فالكنهورست الدولية'], ' القابضة'],
    ['the first word where nothing is shared', ['Amstel Energie', 'Brabant Energie'], 'Amstel'],
    ['of a name by itself its last words', ['Valkenhorst Netbeheer group T1 2026'], ' group T1 2026'],
    ['of a name by itself that ends with a long word its end', [`V ${'a'.repeat(40)}`], 'a'.repeat(16)],
    ['of one beside its like its last words', [`${start} Energie`, `${start} Energie`], ' Energie'],
    ['of an empty name nothing', ['', 'V'], ''],
  ])('%s', (_title, [name = '', ...others], expected) => {
    expect(name.slice(...apartIn(name, others))).toBe(expected);
  });

  const word = fc.constantFrom(
    'Energie',
    'West',
    '1',
    '10',
    'B.V.',
    'الدولية',
    '能源',
    'Łódź',
    'a'.repeat(60),
  );
  const names = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
    {
      minLength: 2,
      maxLength: 20,
    },
  );

  it('differs between any two names, with how they go on', () => {
    fc.assert(
      fc.property(names, (all) => {
        const shown = all.map((name) => {
          const [from, to] = apartIn(name, all);
          return `${from > 0 ? '…' : ''}${name.slice(from, to)}${to < name.length ? '…' : ''}`;
        });
        expect(new Set(shown).size).toBe(all.length);
      }),
    );
  });
});

describe('the parts of a name', () => {
  it.each([
    ['what is before what tells apart folds first', [], 'head:Energie nummer | apart: 050 | rest: West'],
    ['what is before a match does', [[8, 14]], 'head:Energie  | match:nummer | apart: 050 | rest: West'],
    [
      'what is between stays at its start',
      [[0, 7]],
      'match:Energie | rest: nummer | apart: 050 | rest: West',
    ],
    [
      'a match within it is marked',
      [[16, 17]],
      'head:Energie nummer | apart: 0 | match:5 | apart:0 | rest: West',
    ],
  ] as const)('%s', (_title, matches, expected) => {
    const parts = partsOf('Energie nummer 050 West', [14, 18], matches);
    expect(parts.map(({ role, text }) => `${role}:${text}`).join(' | ')).toBe(expected);
  });

  const inside = fc
    .tuple(fc.nat(12), fc.nat(12))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  test('are the name, none is empty, and every match is in sight', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 12, maxLength: 12 }),
        inside,
        fc.array(inside),
        (name, apart, matches) => {
          const parts = partsOf(name, apart, matches);
          expect(parts.map(({ text }) => text).join('')).toBe(name);
          expect(parts.every(({ text }) => text !== '')).toBe(true);
          for (const [from, to] of matches)
            for (const { at, text, role } of parts)
              if (at < to && at + text.length > from) expect(role).toBe('match');
        },
      ),
    );
  });

  test('letters that join are drawn so on both sides of a match', () => {
    expect(partsOf('القابضة', [0, 7], [[2, 4]]).map(({ drawn }) => drawn)).toEqual([
      'ال\u200d',
      '\u200dقا\u200d',
      '\u200dبضة',
    ]);
  });
});

test.each([
  [44, 'Energie 050 West B.V.', 'Energie 050 West B.V.'],
  [10, 'Energie 050 West B.V.', '… 050 West …'],
  [4, 'Energie 050 West B.V.', '… 050…'],
])('in %d characters a name is what tells it apart and what is near it', (most, name, expected) => {
  expect(folded(name, [7, 11], most)).toBe(expected);
});

test.each([
  ['group T1 2026', ['group T1 2026', 'group T2 2026'], '…T1 2026'],
  ['North B.V.', ['South B.V.'], 'North B.V.'],
  ['Koninklijke Noorderhaven group 2026', [], '…group 2026'],
])('%s beside %j is shortly %s', (name, others, expected) => {
  expect(fromApart(name, others)).toBe(expected);
});
