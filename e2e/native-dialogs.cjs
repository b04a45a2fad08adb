// Loaded into the main process before the app (`electron -r`): a person who answers the app's own questions in dialogs of the
// system with yes; what was asked is remembered. All other dialogs are left alone.
const { dialog } = require('electron');

const asked = [];
globalThis.nativeDialogs = { asked };
const show = dialog.showMessageBox.bind(dialog);
dialog.showMessageBox = async (...given) => {
  const options = given.at(-1); // behind the window, if there is one
  if (options.type !== 'warning') return show(...given);
  asked.push(`${options.message}\n${options.detail}`);
  return { response: 0, checkboxChecked: false };
};
