import { describe, expect, it } from 'vitest';
import { languageFor } from './languages.ts';

describe('the language of the interface', () => {
  it.each([
    ['nl', 'it-IT', 'nl'],
    [null, 'nl-BE', 'nl'],
    [null, 'it', 'it'],
    [null, 'it_CH', 'it'],
    [null, 'en-GB', 'en-us'],
    [null, 'de-DE', 'en-us'],
    [null, '', 'en-us'],
    ['de', 'nl-NL', 'nl'],
  ] as const)('chosen %s on a system in %s is %s', (chosen, system, expected) => {
    expect(languageFor(chosen, system)).toBe(expected);
  });
});
