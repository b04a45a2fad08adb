import type { Menu, NativeImage } from 'electron';
import { covered, Emitter } from './covered.ts';

const trays = new Set<Tray>();

/** Not shown. A test reads what it would say, and clicks items of its menu. */
export class Tray extends Emitter {
  /** Those that are there: Electron has no such list. */
  static readonly shown = trays;
  image: NativeImage;
  title = '';
  menu: Menu | null = null;

  constructor(image: NativeImage) {
    super();
    this.image = image;
    trays.add(this);
  }

  setImage(image: NativeImage): void {
    this.image = image;
  }

  setToolTip(title: string): void {
    this.title = title;
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }

  destroy(): void {
    trays.delete(this);
  }
}

export const nativeImage = covered('nativeImage', {
  createFromBitmap: (pixels: Buffer, size: { readonly width: number; readonly height: number }) => {
    if (pixels.length !== size.width * size.height * 4) throw new Error('invalid buffer size');
    return covered('image', { ...size });
  },
});
