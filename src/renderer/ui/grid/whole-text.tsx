import { useLayoutEffect, useRef } from 'react';
import styles from './grid.module.css';

/**
 * The whole of what the cells of a row cut off, below it or, at the end of the grid, above. It is for the eye of whoever moves by
 * keys: a screen reader has the whole text anyway, and a mouse has the tooltip of the cell.
 */
export function WholeText({ rowId }: { readonly rowId: string }) {
  const box = useRef<HTMLDivElement>(null);
  // Written into the element and not into a state, whenever the grid is drawn: only then it is known which texts are cut off.
  useLayoutEffect(() => {
    const [row, own] = [document.getElementById(rowId), box.current];
    const scroller = own?.parentElement;
    if (row === null || own === null || scroller == null) return;
    const texts = cutTexts(row);
    own.hidden = texts.length === 0;
    own.textContent = texts.join(' · ');
    const place = row.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    const below = place.bottom - frame.top + scroller.scrollTop + 2;
    const isLow = place.bottom + own.offsetHeight + 4 > frame.top + scroller.clientHeight;
    own.style.top = `${isLow ? place.top - frame.top + scroller.scrollTop - own.offsetHeight - 4 : below}px`;
  });
  return <div ref={box} aria-hidden hidden className={styles.whole} />;
}

/** The texts of a row's cells that are cut off. */
function cutTexts(row: Element): readonly string[] {
  return [...row.children].flatMap((cell) => {
    const isCut = [cell, ...cell.querySelectorAll(':not([data-text])')].some((part) =>
      part.hasAttribute('data-whole')
        ? part.scrollHeight > part.clientHeight + 1
        : part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).textOverflow === 'ellipsis',
    );
    const text = cell.textContent.trim();
    return (isCut || cell.hasAttribute('data-folded')) && text !== '' ? [text] : [];
  });
}
