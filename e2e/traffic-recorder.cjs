// Loaded into the main process before the app (`electron -r`): writes down whatever crosses to and from the pages.
const { appendFileSync } = require('node:fs');
const { app, ipcMain } = require('electron');

const file = process.env.AUDIT_DESK_TRAFFIC;
const write = (kind, channel, operation, value) => {
  const body = JSON.stringify(value) ?? 'null';
  appendFileSync(file, `${JSON.stringify({ kind, channel, operation, body })}\n`);
};

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, handler) =>
  handle(channel, async (event, operation, ...args) => {
    write('call', channel, operation, args);
    const answer = await handler(event, operation, ...args);
    write('answer', channel, operation, answer);
    return answer;
  });

app.on('web-contents-created', (_event, contents) => {
  const send = contents.send.bind(contents);
  contents.send = (channel, ...args) => {
    write('event', channel, null, args);
    send(channel, ...args);
  };
});
