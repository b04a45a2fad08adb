import { useMemo, useSyncExternalStore } from 'react';
import type { AnyColumn, Measured } from './columns.ts';

const [cellPadding, sortArrow, icon] = [16, 16, 20]; // pixels; the icon with its distance from the text

/** The columns with their minimums: in the font that is there now, and again when that is another one. */
export function useMinimums<One extends AnyColumn>(columns: readonly One[]): readonly Measured<One>[] {
  const font = useSyncExternalStore(followFont, presentFont, presentFont);
  return useMemo(() => withMinimums(columns, penOf(font)), [columns, font]);
}

/** No column is narrower than its title and the widest of its texts, as far as these are known. */
export function withMinimums<One extends AnyColumn>(
  columns: readonly One[],
  widthOf: (text: string, isTitle: boolean) => number,
): readonly Measured<One>[] {
  return columns.map((column) => {
    const { title, isTitleHidden, sort, width, hasIcon } = column;
    const { least = 0 } = width ?? {};
    const titled = isTitleHidden === true ? 0 : widthOf(title, true) + (sort === undefined ? 0 : sortArrow);
    const texts = typeof least === 'number' ? [] : least;
    const widest = Math.max(0, ...texts.map((text) => widthOf(text, false) + (hasIcon === true ? icon : 0)));
    const measured = Math.ceil(Math.max(titled, widest)) + cellPadding;
    return { ...column, min: typeof least === 'number' ? Math.max(least, measured) : measured };
  });
}

let fontNow = '';
const presentFont = () => fontNow;

function followFont(onChange: () => void): () => void {
  const follow = () => {
    const { fontFamily } = getComputedStyle(document.body);
    const { fontSize } = getComputedStyle(document.documentElement);
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded').length;
    fontNow = `${fontSize}|${fontFamily}|${loaded}`;
    onChange();
  };
  follow();
  document.fonts.addEventListener('loadingdone', follow);
  addEventListener('resize', follow);
  return () => {
    document.fonts.removeEventListener('loadingdone', follow);
    removeEventListener('resize', follow);
  };
}

/** Measures texts in a font, each once. Figures count as the widest of them, since in a column all have one width. */
function penOf(font: string): (text: string, isTitle: boolean) => number {
  const [size = '', family = ''] = font.split('|');
  const rem = Number.parseFloat(size) || 16;
  // What is drawn without a page has no widths.
  const pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  const known = new Map<string, number>();
  return (text, isTitle) => {
    const key = `${isTitle} ${text}`;
    const found = known.get(key);
    if (found !== undefined || pen === null) return found ?? 0;
    pen.font = isTitle ? `600 ${0.75 * rem}px ${family}` : `${0.875 * rem}px ${family}`;
    const { width } = pen.measureText(text.replaceAll(/\d/g, '4'));
    known.set(key, width);
    return width;
  };
}
