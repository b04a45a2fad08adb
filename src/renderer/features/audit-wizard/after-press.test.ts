import { expect, it } from 'vitest';
import { createAfterPress } from './wizard.tsx';

function setUp() {
  const source = new EventTarget();
  const later: (() => void)[] = [];
  const done: string[] = [];
  const afterPress = createAfterPress(source, (callback) => later.push(callback));
  return {
    afterPress,
    done,
    fire: (type: string) => source.dispatchEvent(new Event(type)),
    runLater: () => {
      for (const callback of later.splice(0)) callback();
    },
  };
}

it('calls back at once while nothing is pressed', () => {
  const { afterPress, done } = setUp();
  afterPress.run(() => done.push('a'));
  expect(done).toEqual(['a']);
});

it.each(['pointerup', 'pointercancel'])(
  'W4: waits for the end of a press, then for what was pressed (%s)',
  (end) => {
    const { afterPress, done, fire, runLater } = setUp();
    fire('pointerdown');
    afterPress.run(() => done.push('a'));
    afterPress.run(() => done.push('b'));
    fire(end);
    expect(done).toEqual([]);
    runLater();
    expect(done).toEqual(['a', 'b']);
    afterPress.run(() => done.push('c'));
    expect(done).toEqual(['a', 'b', 'c']);
  },
);

it('listens to nothing after its end', () => {
  const { afterPress, done, fire } = setUp();
  afterPress.end();
  fire('pointerdown');
  afterPress.run(() => done.push('a'));
  expect(done).toEqual(['a']);
});
