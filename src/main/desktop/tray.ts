import { Menu, nativeImage, Tray } from 'electron';
import type { PlansState } from './background.ts';
import { desktopWords, plansStateWords } from './words.ts';

interface Deps {
  readonly language: () => string;
  readonly open: () => void;
  readonly pauseAll: () => void;
  readonly quit: () => void;
}

/** The icon of the system that stands for plans; it is there only while some go on or need somebody. */
export function createTray({ language, open, pauseAll, quit }: Deps): (state: PlansState | null) => void {
  let tray: Tray | null = null;
  let shown = '';
  return (state) => {
    if (state === null) {
      tray?.destroy();
      tray = null;
      shown = '';
      return;
    }
    const { menu, tray: words } = desktopWords(language());
    const title = plansStateWords(state, language());
    const now = [state.kind, title, words.open].join('\n');
    if (now === shown) return;
    shown = now;
    const image = nativeImage.createFromBitmap(iconOf(state.kind), { width: size, height: size });
    if (tray === null) {
      tray = new Tray(image);
      tray.on('click', open);
    } else tray.setImage(image);
    tray.setToolTip(title);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { id: 'state', label: title, enabled: false },
        { type: 'separator' },
        { id: 'open', label: words.open, click: open },
        { id: 'pause', label: words.pause, click: pauseAll },
        { id: 'quit', label: menu.quit, click: quit },
      ]),
    );
  };
}

const size = 32; // pixels
const green = [0x4b, 0xa3, 0x2e] as const; // blue, green, red: seen on a light bar and on a dark one
const amber = [0x1f, 0x93, 0xe8] as const;

/** The icon of a state, told apart by its shape as well: a disc while plans run, a ring while they wait, a bar in it where one is needed. */
export function iconOf(kind: PlansState['kind']): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const middle = (size - 1) / 2;
  const colour = kind === 'needs-you' ? amber : green;
  for (let at = 0; at < size * size; at += 1) {
    const [x, y] = [Math.abs((at % size) - middle), Math.abs(Math.floor(at / size) - middle)];
    const radius = Math.hypot(x, y);
    const isRing = radius <= 14 && radius > 9;
    const isBar = x < 2.5 && y < 7;
    const isPart = kind === 'running' ? radius <= 14 : isRing || (kind === 'needs-you' && isBar);
    if (isPart) pixels.set([...colour, 0xff], at * 4);
  }
  return pixels;
}
