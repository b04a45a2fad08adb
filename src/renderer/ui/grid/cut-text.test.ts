import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CutText, cutAt } from './cut-text.tsx';

test.each([
  ['a short name', 'Valkenhorst Pompen', ''],
  ['a word at the end', 'Valkenhorst Pompen en Afsluiters Service', ' Service'],
  ['two words at the end', 'Valkenhorst Holding Internationaal 12 B.V.', ' 12 B.V.'],
  ['no word near the end', 'Valkenhorstpompenenafsluiterservice', 'terservice'],
  ['letters that join, in words', 'شركة فالكنهورست القابضة للمضخات والصمامات الدولية', ' الدولية'],
  ['letters that join, in one word', 'فالكنهورستالقابضةللمضخاتوالصماماتالدولية', ''],
  ['characters of two units', `Valkenhorst pompenserv${'𝒂'.repeat(6)}`, '𝒂'.repeat(5)],
])('cut: %s', (_title, text, ending) => {
  const at = cutAt(text);
  expect(at === 0 ? '' : text.slice(at)).toBe(ending);
});

test.each([
  [400, ' Nederland N.V.'],
  [156, ' N.V.'],
  [60, ' N.V.'],
])('in %d pixels the end is one that leaves room for the beginning', (room, ending) => {
  const text = 'Valkenhorst Internationale Participatiemaatschappij Nederland N.V.';
  expect(text.slice(cutAt(text, room))).toBe(ending);
});

test('where a name fits, its two parts are drawn as the name, with the space between them', () => {
  const markup = renderToStaticMarkup(createElement(CutText, { text: 'Valkenhorst Pompen en Service B.V.' }));
  const [, ending = ''] = /data-ending="([^"]*)"/.exec(markup) ?? [];
  const [, start = ''] = /<span[^>]*>([^<]*)<span/.exec(markup) ?? [];
  expect(start + ending).toBe('Valkenhorst Pompen en Service B.V.');
});
