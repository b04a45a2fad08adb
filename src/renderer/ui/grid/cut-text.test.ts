import { expect, test } from 'vitest';
import { cutAt } from './cut-text.tsx';

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
