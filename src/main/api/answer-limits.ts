import type { FaultReason } from '../../shared/failures.ts';

/** An answer was larger than the app reads. By which measure, nobody acts on differently. */
export type Excess = Extract<FaultReason, `answer-${string}`>;

/**
 * The most that an answer may be, so that no answer stops the app (docs/decisions/0027).
 * The largest page of a firm with rich work packages has some 6,000 values in 100 kB: each of these is ten times what makes sense.
 */
export const answerLimits = {
  bytes: 4 * 1024 * 1024,
  /** Bytes of what is no success: it is read for the service's words alone. */
  refusalBytes: 256 * 1024,
  /** Values, and the names of fields: what building it costs. */
  values: 60_000,
  /** Levels; what lies deeper is no resource, and could not cross to the interface. */
  depth: 100,
  /** Bytes of one text, or of the name of a field. */
  textBytes: 256 * 1024,
  /** Of one page in an envelope: ten times what the app asks for. */
  entries: 1_000,
  /** A list without an envelope comes in one piece: its bytes let in no more of what a service has (decisions.md §3.1). */
  bareList: { values: 400_000, entries: 10_000 },
} as const;

const [space, quote, comma, colon, backslash] = [0x20, 0x22, 0x2c, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Measures JSON as its bytes come, without building anything of it. A refusal has no list. */
export function createGauge(isSuccess: boolean) {
  let depth = 0;
  let values = 0;
  let textBytes = 0; // of the text that the last bytes ended in
  let isText = false;
  let isEscaped = false;
  let most: number | null = null; // values, once the first byte has come

  // Both loops are plain, since they run once for every byte that a service sends.
  /** Where the text that `bytes` are in at `start` ends, or their end. */
  const endOfText = (bytes: Uint8Array, start: number): number => {
    let at = start;
    for (; at < bytes.length && isText; at += 1) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) isText = false;
    }
    textBytes += at - start;
    return at;
  };

  return {
    /** What is too large by now; null where nothing is. */
    add: (bytes: Uint8Array): Excess | null => {
      most ??= isSuccess ? mostValues(bytes.find((byte) => byte > space)) : answerLimits.values;
      for (let at = isText ? endOfText(bytes, 0) : 0; at < bytes.length; ) {
        if (textBytes > answerLimits.textBytes) return 'answer-limit';
        const byte = bytes[at];
        at += 1;
        if (byte === comma || byte === colon) values += 1;
        else if (byte === openList || byte === openObject) {
          values += 1;
          depth += 1;
          if (depth > answerLimits.depth) return 'answer-limit';
        } else if (byte === closeList || byte === closeObject) depth -= 1;
        else if (byte === quote) {
          [isText, textBytes] = [true, 0];
          at = endOfText(bytes, at);
        }
      }
      if (textBytes > answerLimits.textBytes) return 'answer-limit';
      return values > (most ?? answerLimits.values) ? 'answer-limit' : null;
    },
  };
}

/** Null while no byte of the answer has come. */
function mostValues(first: number | undefined): number | null {
  if (first === undefined) return null;
  return first === openList ? answerLimits.bareList.values : answerLimits.values;
}
