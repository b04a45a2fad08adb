import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { Emitter } from './covered.ts';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** Electron's `ipcMain`, and what a single page has of it. */
export class Ipc extends Emitter implements Pick<IpcMain, 'handle' | 'handleOnce' | 'removeHandler'> {
  #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  has(channel: string): boolean {
    return this.#handlers.has(channel);
  }

  /** Hands a page's call to the handler of its channel. */
  async invoked(channel: string, event: IpcMainInvokeEvent, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...args);
  }
}

export const ipcMain = new Ipc();
