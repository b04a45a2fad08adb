/** An id as one segment of an address of the interface, without `%`, `/` or `.`, which routers and browsers each read their own way. */
export function segment(id: string): string {
  return encodeURIComponent(id).replaceAll('~', '%7E').replaceAll('.', '%2E').replaceAll('%', '~');
}

/** The id behind a segment; a segment that no id makes is the empty text. */
export function fromSegment(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('~', '%'));
  } catch {
    return '';
  }
}
