import type { NativeTheme } from 'electron';
import { Emitter } from './covered.ts';

type Source = NativeTheme['themeSource'];

/** The theme that the app asks for. What the system prefers is known to Chromium alone: here it counts as light. */
class Theme extends Emitter {
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }

  readonly shouldUseHighContrastColors = false;
  readonly prefersReducedTransparency = false;
  readonly inForcedColorsMode = false;

  /** The media features that every page is given. */
  features(): { readonly name: string; readonly value: string }[] {
    return this.#source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: this.#source }];
  }
}

export const nativeTheme = new Theme().setMaxListeners(0);
