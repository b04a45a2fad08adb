import { app, BrowserWindow, protocol } from 'electron';

// The least that an app does to show a window of its own: what its start is held against.
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
await app.whenReady();
protocol.handle(
  'app',
  () =>
    new Response('<!doctype html><html lang="en"><title>Empty</title><h1>Empty</h1></html>', {
      headers: { 'content-type': 'text/html' },
    }),
);
const window = new BrowserWindow({ width: 1_360, height: 880 });
await window.loadURL('app://empty/');
