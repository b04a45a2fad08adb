/** Makes something of each thing, and yields after every so many, so that whoever asks can rest. */
export function* inParts<Thing, Made>(
  things: readonly Thing[],
  size: number,
  of: (thing: Thing) => Made,
): Generator<undefined, readonly Made[]> {
  const made: Made[] = [];
  for (const thing of things) {
    if (made.length % size === 0) yield;
    made.push(of(thing));
  }
  return made;
}

/** What comes of all parts, without a rest. */
export function withoutRest<Made>(parts: Generator<undefined, Made>): Made {
  for (;;) {
    const part = parts.next();
    if (part.done === true) return part.value;
  }
}
