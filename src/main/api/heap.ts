/** Things of which the one that comes first is taken first, at the cost of the logarithm of their number. */
export interface Heap<Thing> {
  readonly add: (thing: Thing) => void;
  readonly first: () => Thing | undefined;
  readonly take: () => Thing | undefined;
}

export function createHeap<Thing>(comesBefore: (a: Thing, b: Thing) => boolean): Heap<Thing> {
  const things: Thing[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [things[a], things[b]];
    return one !== undefined && other !== undefined && comesBefore(one, other);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [things[a], things[b]];
    if (one === undefined || other === undefined) return;
    things[a] = other;
    things[b] = one;
  };
  return {
    add: (thing) => {
      let index = things.push(thing) - 1;
      for (let parent = (index - 1) >> 1; index > 0 && isBefore(index, parent); parent = (index - 1) >> 1) {
        swap(index, parent);
        index = parent;
      }
    },
    first: () => things[0],
    take: () => {
      swap(0, things.length - 1);
      const taken = things.pop();
      for (let index = 0; ; ) {
        const left = 2 * index + 1;
        const child = isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(child, index)) return taken;
        swap(child, index);
        index = child;
      }
    },
  };
}
