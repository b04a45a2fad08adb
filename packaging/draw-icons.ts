import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { icnsOf, icoOf, type Picture } from './icon-files.ts';

// Draws the icons of the packages from the app's own: `npm run icons`, with Chromium's path as an argument where it is elsewhere.
const source = join(import.meta.dirname, '..', 'src', 'renderer', 'public', 'icon.svg');
const resources = join(import.meta.dirname, 'resources');

/** What the system's own icons leave free around them, as a part of the side. */
const appleMargin = 0.1;

async function draw(page: Page, svg: string, side: number, margin: number): Promise<Picture> {
  await page.setViewportSize({ width: side, height: side });
  const inset = Math.round(side * margin);
  const drawing = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await page.setContent(
    `<body style="margin:0"><img src="${drawing}" style="display:block;padding:${inset}px;width:${side - 2 * inset}px;height:${side - 2 * inset}px">`,
  );
  return { side, png: await page.screenshot({ omitBackground: true }) };
}

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
const svg = readFileSync(source, 'utf8');
const drawAll = async (sides: readonly number[], margin: number): Promise<readonly Picture[]> => {
  const pictures: Picture[] = [];
  for (const side of sides) pictures.push(await draw(page, svg, side, margin));
  return pictures;
};

mkdirSync(join(resources, 'icons'), { recursive: true });
const plain = await drawAll([16, 24, 32, 48, 64, 128, 256, 512], 0);
writeFileSync(join(resources, 'icon.ico'), icoOf(plain.filter(({ side }) => side <= 256)));
for (const { side, png } of plain) writeFileSync(join(resources, 'icons', `${side}x${side}.png`), png);
writeFileSync(
  join(resources, 'icon.icns'),
  icnsOf(await drawAll([16, 32, 64, 128, 256, 512, 1024], appleMargin)),
);
await browser.close();
