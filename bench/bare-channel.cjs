// Loaded into the main process before the app (`electron -r`): answers calls of `bare` with what it has just seen answered to
// the call before, without who asks and what they ask being looked at.
const { ipcMain } = require('electron');

const handle = ipcMain.handle.bind(ipcMain);
let last = null;
ipcMain.handle = (channel, handler) =>
  handle(channel, async (event, operation, input) => {
    if (operation === 'bare') return last;
    last = await handler(event, operation, input);
    return last;
  });
