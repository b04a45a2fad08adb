/**
 * Puts a text on the clipboard, or nothing at all; answers whether that worked. It must be called while a person presses
 * something. The window has no permission for the asynchronous clipboard, as it has none for anything.
 */
export function writeClipboard(text: string): boolean {
  let isWritten = false;
  const write = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    isWritten = true;
  };
  // Nothing is copied where nothing is selected, so a blank is, for a moment, and the text goes in its place.
  const area = document.createElement('textarea');
  area.value = ' ';
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const opener = document.activeElement;
  (opener?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body).append(area);
  area.select();
  area.addEventListener('copy', write);
  const isDone = document.execCommand('copy');
  area.remove();
  if (opener instanceof HTMLElement) opener.focus();
  return isDone && isWritten;
}
