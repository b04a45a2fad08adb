import { describe, expect, it } from 'vitest';
import { idsIn, type PastedId, pastedWord, withPasted } from './pasted-ids.ts';

describe('idsIn', () => {
  it.each([
    ['one in a line', 'a\nb\r\nc\n', ['a', 'b', 'c']],
    ['a row of a spreadsheet', '"a"\tb', ['a', 'b']],
    ['commas and semicolons', ' a, b;c ,', ['a', 'b', 'c']],
    ['ids with what programs get wrong', "HOLD/2026 leaf\no'neill@x+1%", ['HOLD/2026 leaf', "o'neill@x+1%"]],
    ['what our exports put before signs', "'-leaf;''=x\n\"'+1\"", ['-leaf', "'=x", '+1']],
    ['case as it is', 'Leaf\nleaf', ['Leaf', 'leaf']],
    ['an id twice, as it stands', 'a\na', ['a', 'a']],
    ['nothing', ' \n,\t', []],
  ])('reads %s', (_, text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });
});

describe('P7: withPasted', () => {
  it('adds each id once and says of every one what became of it', () => {
    expect(withPasted(['a'], ['b', 'a', 'b', 'c'])).toEqual({
      ids: ['a', 'b', 'c'],
      results: [
        { id: 'b', outcome: 'added' },
        { id: 'a', outcome: 'there-already' },
        { id: 'b', outcome: 'given-twice' },
        { id: 'c', outcome: 'added' },
      ],
    });
  });
});

describe('pastedWord', () => {
  const network = { component: (id: string) => (id === 'later' ? null : undefined) };
  it.each<[string, PastedId, string]>([
    [
      'an id that is none of a component is not said to be fine',
      { id: 'nonsense', outcome: 'added' },
      'unknown',
    ],
    ['one that was not read yet is said to be so', { id: 'later', outcome: 'added' }, 'unread'],
    ['one that was there already stays that', { id: 'nonsense', outcome: 'there-already' }, 'there-already'],
  ])('%s', (_, pasted, word) => {
    expect(pastedWord(pasted, network)).toBe(word);
  });
});
