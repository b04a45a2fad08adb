import styles from './grid.module.css';

const shortest = 20; // characters: shorter texts are cut at their end
const [leastEnd, usualEnd, longestEnd] = [5, 10, 16];
/** More than one character takes, in pixels, but for the widest. */
const widest = 9;
/** How many characters of usual width the end may have for each pixel of the room: they take half of it. */
const endDensity = 0.07;

/**
 * Where a text is cut off when it does not fit: its end stays in sight, from a word on where one begins near. Scripts whose
 * letters join are cut between words only. The end is one that fits into `room` pixels, where that is known. 0 leaves the cut to the end.
 */
export function cutAt(text: string, room = Number.POSITIVE_INFINITY): number {
  const length = text.length;
  if (length < shortest) return 0;
  const most = Math.max(leastEnd, Math.min(longestEnd, Math.floor(room * endDensity)));
  const space = text.indexOf(' ', length - most);
  if (space >= 0 && space <= length - leastEnd) return space;
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Han}]+$/u.test(text))
    return 0;
  const at = length - Math.min(usualEnd, most);
  const second = text.charCodeAt(at);
  return second >= 0xdc_00 && second <= 0xdf_ff ? at - 1 : at;
}

/**
 * A name that is cut in its middle where it does not fit `room` pixels: those that begin alike differ at their ends. The end that is
 * seen is drawn beside the text, which is there as one, whole, for copying and for screen readers.
 */
export function CutText({ text, room }: { readonly text: string; readonly room?: number | undefined }) {
  const at = room !== undefined && text.length * widest < room ? 0 : cutAt(text, room);
  if (at === 0) return /[\u0590-\u08ff]/.test(text) ? <bdi>{text}</bdi> : text;
  return (
    <bdi className={styles.cut} title={text} data-ending={text.slice(at)}>
      <span className={styles.start}>
        {text.slice(0, at)}
        <span className={styles.ending}>{text.slice(at)}</span>
      </span>
    </bdi>
  );
}
