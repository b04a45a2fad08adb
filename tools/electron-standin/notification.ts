import type { NotificationConstructorOptions } from 'electron';
import { Emitter } from './covered.ts';

/** Not shown. A test replaces `show` and emits `click`. */
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
