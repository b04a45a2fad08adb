import { describe, expect, it } from 'vitest';
import { idsIn, withPasted } from './pasted-ids.ts';

describe('idsIn', () => {
  it.each([
    ['one in a line', 'a\nb\r\nc\n', ['a', 'b', 'c']],
    ['a row of a spreadsheet', '"a"\tb', ['a', 'b']],
    ['commas and semicolons', ' a, b;c ,', ['a', 'b', 'c']],
    ['ids with what programs get wrong', "HOLD/2026 leaf\no'neill@x+1%", ['HOLD/2026 leaf', "o'neill@x+1%"]],
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
