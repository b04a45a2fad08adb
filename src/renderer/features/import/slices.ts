export const slice = 50; // rows that are worked on before the time is looked at
const longestWork = 8; // milliseconds, of the sixteen that the screen is drawn in

interface Wish {
  readonly isWanted: () => boolean;
  /** All of it is done at once. */
  readonly isShort?: boolean;
}

/** Works part by part and rests in between, so that the window answers meanwhile; null once it is not wanted any more. */
export async function inSlices<Value>(
  parts: Generator<undefined, Value>,
  { isWanted, isShort = false }: Wish,
): Promise<Value | null> {
  let begun = isShort ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (;;) {
    if (performance.now() - begun > longestWork) {
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted()) return null;
      begun = performance.now();
    }
    const part = parts.next();
    if (part.done === true) return part.value;
  }
}
