import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Linear sRGB of an OKLCH colour, clipped to what a screen shows. */
function linear(lightness: number, chroma: number, hue: number): readonly [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function luminance(token: string, theme: 'light' | 'dark'): number {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(source)?.[1] ?? '';
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  const colour = colours[theme === 'light' ? 0 : colours.length - 1];
  if (colour === undefined) throw new Error(`no colour --${token}`);
  const [red, green, blue] = linear(Number(colour[1]), Number(colour[2]), Number(colour[3]));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two tokens as WCAG 2.2 defines it. */
function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [low = 0, high = 0] = [luminance(one, theme), luminance(other, theme)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'hover', 'selected'];
const tints = ['danger-tint', 'warning-tint', 'success-tint', 'info-tint'];
const words = [
  ...['text', 'text-muted', 'accent', 'danger'].flatMap((word) =>
    grounds.map((ground) => [word, ground] as const),
  ),
  ...['success', 'info', 'warning'].flatMap((word) =>
    ['canvas', 'surface', 'raised', 'hover'].map((ground) => [word, ground] as const),
  ),
  ...tints.flatMap((tint) => [
    ['text', tint] as const,
    ['text-muted', tint] as const,
    [tint.slice(0, -5), tint] as const,
  ]),
  ['on-accent', 'accent'] as const,
  ['on-accent', 'accent-hover'] as const,
  ['on-danger', 'danger'] as const,
  ...['production', 'test', 'demonstration'].map((kind) => ['on-kind', `kind-${kind}`] as const),
];
const marks = [
  ...['border-strong', 'focus'].flatMap((mark) =>
    ['canvas', 'surface', 'raised'].map((ground) => [mark, ground] as const),
  ),
  ['focus', 'selected'] as const,
  ...['production', 'test', 'demonstration'].map((kind) => [`kind-${kind}`, 'canvas'] as const),
];

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (theme) => {
  it.each(words)('of the word colour %s on %s is at least 4.5', (word, ground) => {
    expect(contrast(word, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(marks)('of the mark colour %s on %s is at least 3', (mark, ground) => {
    expect(contrast(mark, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

describe('the measure of contrast', () => {
  it('is 21 for black on white', () => {
    const [white, black] = [linear(1, 0, 0), linear(0, 0, 0)];
    expect(white.every((value) => value > 0.999) && black.every((value) => value === 0)).toBe(true);
  });
});
