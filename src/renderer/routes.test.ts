import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromSegment, segment } from '../shared/rules/texts/segment.ts';
import { pathTo } from './routes.ts';

describe('ids in addresses', () => {
  it('come back as they went in, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        expect(fromSegment(segment(id))).toBe(id);
        expect(segment(id)).toMatch(/^[\w~!*'()-]+$/);
      }),
    );
  });

  it.each(['.', '..', '%2F', 'a/b', '~', 'new', '100 % "x" <y>', '😀'])('of %s', (id) => {
    expect(fromSegment(segment(id))).toBe(id);
  });

  it('stand in the address of their screen', () => {
    expect(pathTo('audit', { auditId: 'a/b.c' })).toBe('/audits/one/a~2Fb~2Ec');
    expect(pathTo('audits')).toBe('/audits');
  });
});
