import { ipcRenderer } from 'electron';
import type { Pair, SignInWords, signInChannel } from '../shared/sign-in.ts';

// The page has no scripts: this fills it in, and answers main.

const channel: typeof signInChannel = 'audit-desk:sign-in'; // written out again, as in index.ts
const answer = (pair: Pair | null): unknown => ipcRenderer.invoke(channel, pair).catch(() => undefined); // its window is gone by then

function valueOf(id: string): string {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

function say({ language, texts }: SignInWords): void {
  document.documentElement.lang = language;
  document.title = texts['title'] ?? '';
  for (const [id, text] of Object.entries(texts)) {
    const part = document.getElementById(id);
    if (part === null) continue;
    part.textContent = text;
    part.hidden = text === '';
  }
  document.getElementById('user')?.focus();
}

document.addEventListener('DOMContentLoaded', () => {
  void ipcRenderer.invoke(channel).then(say);
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    answer({ user: valueOf('user'), password: valueOf('password') });
  });
  document.getElementById('cancel')?.addEventListener('click', () => answer(null));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && answer(null));
});
