import { expect, it } from 'vitest';
import { formatOf, numberText } from './number-format.ts';

// What a spreadsheet shows for a number in a format, by hand, as far as it says what the number is.

it.each([
  ['yyyy-mm-dd', '45000', '2023-03-15', 'd'],
  ['dd/mm/yyyy;@', '45000', '2023-03-15', 'd'],
  ['[$-413]d mmmm yyyy;@', '45000', '2023-03-15', 'd'],
  ['[Red]dd/mm/yyyy', '45000', '2023-03-15', 'd'],
  ['"of; "dd/mm/yyyy', '45000', '2023-03-15', 'd'],
  ['\\;dd/mm/yyyy', '45000', '2023-03-15', 'd'],
  ['mmm-yy', '45000', '2023-03-15', 'd'],
  ['d-m-jjjj', '45000', '2023-03-15', 'd'],
  ['h:mm', '0.5', '12:00:00', 'm'],
  ['[h]:mm', '1.5', '1900-01-01 12:00:00', 'm'],
  ['[hs]0', '7', '7', 'n'],
  ['d/m/yyyy h:mm AM/PM', '45000.25', '2023-03-15 06:00:00', 'm'],
  ['General', '45000', '45000', 'n'],
  ['Estándar', '45000', '45000', 'n'],
  ['General;yyyy', '45000', '45000', 'n'],
  ['0.00', '1.5', '1.5', 'n'],
  ['0.00E+00', '45000', '45000', 'n'],
  ['#,##0;[Red]-#,##0', '45000', '45000', 'n'],
  ['0%', '0.5', '0.5', 'n'],
  ['@', '7', '7', 'n'],
  ['0000', '7', '0007', 'p'],
  ['0000;@', '7', '0007', 'p'],
  ['0000;-0000;0', '0', '0', 'n'],
  ['0000', '-7', '-7', 'n'],
  ['"ja";"ja";"nee"', '1', '1', 'n'],
  // Each section counts for its own numbers.
  ['0;dd/mm/yyyy', '45000', '45000', 'n'],
  ['dd/mm/yyyy;0', '45000', '2023-03-15', 'd'],
  ['dd/mm/yyyy;0;0', '0', '0', 'n'],
  ['0;0;dd/mm/yyyy', '0', '1900-01-00', 'd'],
  ['dd/mm/yyyy;0', '-45000', '-45000', 'n'],
  ['[=0]?;dd/mm/yyyy', '0', '0', 'n'],
  ['[=0]?;dd/mm/yyyy', '45000', '2023-03-15', 'd'],
  ['[=0]?;dd/mm/yyyy', '0.5', '1900-01-00 12:00:00', 'm'],
  ['[<1]h:mm;dd/mm/yyyy', '0.5', '12:00:00', 'm'],
  ['[<1]h:mm;dd/mm/yyyy', '45000', '2023-03-15', 'd'],
  ['[>=40000]dd/mm/yyyy;[<10]0000;0', '45000', '2023-03-15', 'd'],
  ['[>=40000]dd/mm/yyyy;[<10]0000;0', '7', '0007', 'p'],
  ['[>=40000]dd/mm/yyyy;[<10]0000;0', '700', '700', 'n'],
  ['[<=99]000;[<>500]00000;0', '7', '007', 'p'],
  ['[<=99]000;[<>500]00000;0', '700', '00700', 'p'],
  ['[<=99]000;[<>500]00000;0', '500', '500', 'n'],
  ['[>100]dd/mm/yyyy', '45000', '2023-03-15', 'd'],
  ['[Blue][>100]dd/mm/yyyy;0;"-"', '7', '7', 'n'],
])('%s shows %s as %s', (code, number, text, kind) => {
  expect(numberText(number, formatOf(164, code), false)).toEqual({ text, kind });
});

it.each([
  [14, '45000', '2023-03-15', 'd'],
  [22, '45000.5', '2023-03-15 12:00:00', 'm'],
  [9, '0.5', '0.5', 'n'],
  [14, '0x10', '0x10', 't'], // no number of a workbook
  [0, 'INF', 'INF', 't'],
] as const)('format number %s shows %s as %s', (id, number, text, kind) => {
  expect(numberText(number, formatOf(id, undefined), false)).toEqual({ text, kind });
});
