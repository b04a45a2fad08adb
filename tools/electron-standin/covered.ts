import { EventEmitter } from 'node:events';

const label = Symbol('label');

// At the end of a prototype chain, so that it answers only for missing names.
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

/** Makes an object throw for a name that it does not have. */
export function covered<Part extends object>(name: string, object: Part): Part {
  Object.defineProperty(object, label, { value: name });
  return Object.setPrototypeOf(object, wall);
}

/** An event emitter that throws for a name that it does not have. */
export class Emitter extends EventEmitter {}
Object.setPrototypeOf(
  Emitter.prototype,
  Object.create(wall, Object.getOwnPropertyDescriptors(EventEmitter.prototype)),
);

/** An event that a listener may prevent. */
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
