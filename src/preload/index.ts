import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, callChannel, eventChannel } from '../shared/bridge.ts';

// Written out again, checked against the contract, so that the preload stays free of the contract's schemas.
const call: typeof callChannel = 'audit-desk:call';
const event: typeof eventChannel = 'audit-desk:event';

const bridge: Bridge = {
  call: (operation, input) => ipcRenderer.invoke(call, operation, input),
  listen: (listener) => {
    const pass = (_: unknown, value: unknown): void => listener(value); // the value only, never the event
    ipcRenderer.on(event, pass);
    return () => {
      ipcRenderer.off(event, pass); // answers `ipcRenderer` itself, which is not for the page
    };
  },
};
contextBridge.exposeInMainWorld('auditDesk', Object.freeze(bridge));
