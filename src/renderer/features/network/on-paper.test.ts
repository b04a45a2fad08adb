import { describe, expect, it } from 'vitest';
import { nameOnPaper } from './on-paper.tsx';

const start = 'Valkenhorst Internationale Participatiemaatschappij Nederland Energie';

describe('a name on paper', () => {
  it('is whole in two lines where they hold it', () => {
    expect(nameOnPaper('Valkenhorst Groep N.V.', [])).toEqual(['Valkenhorst Groep N.V.']);
    expect(nameOnPaper('Valkenhorst Internationale Participatiemaatschappij B.V.', [])).toEqual([
      'Valkenhorst Internationale',
      'Participatiemaatschappij B.V.',
    ]);
  });

  it('shows what tells it apart, however late that comes', () => {
    const names = Array.from({ length: 12 }, (_, index) => `${start} ${index} Noord Holland Beheer B.V.`);
    const onPaper = names.map((name) => nameOnPaper(name, names).join(' '));
    expect(new Set(onPaper).size).toBe(12);
    for (const [index, name] of onPaper.entries()) expect(name).toContain(` ${index} `);
  });

  it('is never longer than two lines, without a blank either', () => {
    for (const name of ['a'.repeat(200), `${'a'.repeat(150)}b${'a'.repeat(49)}`]) {
      const lines = nameOnPaper(name, ['a'.repeat(200)]);
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(36);
    }
  });
});
