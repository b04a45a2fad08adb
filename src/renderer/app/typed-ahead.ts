/**
 * Keeps what is typed from now on for the palette, which may still be loaded, and types it there once its field has the focus: until then
 * nothing else hears a key. Escape gives up. Answers what ends this.
 */
export function typeAhead(onEscape: () => void): () => void {
  let typed = '';
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onEscape();
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    setTimeout(() => {
      end();
      if (typed === '') return;
      // The list goes to the first that fits what a person types, and knows that by this event, which a command does not fire.
      target.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }));
      document.execCommand('insertText', false, typed);
    }); // once the list below it is drawn
  };
  const end = () => {
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('focusin', onFocus);
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('focusin', onFocus);
  return end;
}
