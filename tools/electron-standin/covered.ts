import { EventEmitter } from 'node:events';

const label = Symbol('label');

// Stands at the end of a prototype chain, so that it answers only for what the objects before it do not have.
const wall: object = new Proxy(Object.prototype, {
  get(target, name, receiver: Record<PropertyKey, unknown>) {
    if (name in target) return Reflect.get(target, name, receiver);
    if (typeof name === 'symbol' || name.startsWith('_') || name === 'then' || name === 'toJSON')
      return undefined;
    const own = receiver[label];
    const owner = typeof own === 'string' ? own : receiver.constructor.name;
    throw new Error(`The stand-in for Electron does not cover ${owner}.${name}`);
  },
});

/** Gives an object the promise that a name it does not have throws by that name. */
export function covered<Part extends object>(name: string, object: Part): Part {
  Object.defineProperty(object, label, { value: name });
  return Object.setPrototypeOf(object, wall);
}

/** An event emitter whose classes throw by name for what they do not cover. */
export class Emitter extends EventEmitter {}
Object.setPrototypeOf(
  Emitter.prototype,
  Object.create(wall, Object.getOwnPropertyDescriptors(EventEmitter.prototype)),
);

/** An event that a listener may refuse, with what it says about itself. */
export function refusable<About extends object>(about: About) {
  const event = {
    ...about,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
