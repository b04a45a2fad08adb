import type { NotificationConstructorOptions } from 'electron';
import { Emitter } from './covered.ts';

/** A notice of the system: nobody shows it. A test that looks puts its own `show` in this place, and emits `click`. */
export class Notification extends Emitter {
  title: string;
  body: string;

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}
