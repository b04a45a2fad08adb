import { expect } from '@playwright/test';
import { test } from './app.ts';
import { fullFirm, openScreen, openScreens, screenNames } from './screens.ts';

test.use({ firm: fullFirm() });
test.setTimeout(240_000); // a walk through every screen

test('WCAG 1.4.10: at 400 % no screen scrolls sideways, but for tables, trees, pictures and code', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  await window.setViewportSize({ width: 320, height: 640 });
  for (const name of screenNames) {
    await openScreen(window, name);
    const wide = await window.evaluate(() => {
      const page = document.documentElement;
      const inTwoDimensions =
        '[role="grid"], [role="treegrid"], [role="table"], table, .react-flow, pre, code';
      const overflowing = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
          element.closest(inTwoDimensions) === null &&
          element.querySelector(inTwoDimensions) === null,
      );
      return [
        ...(page.scrollWidth > page.clientWidth ? [`the page: ${page.scrollWidth}`] : []),
        ...overflowing.map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`),
      ];
    });
    expect.soft(wide, name).toEqual([]);
  }
});

test('WCAG 2.5.8: every target of every screen is 24 by 24 pixels', async ({ launch, sandbox }) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  for (const name of screenNames) {
    await openScreen(window, name);
    const small = await window.evaluate(() => {
      const targets =
        'a[href], button, input, select, summary, textarea, [role="button"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"]';
      return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((element) => {
        const target = element.matches('input') ? (element.closest('label') ?? element) : element;
        if (!target.checkVisibility() || element.closest('[inert]') !== null) return [];
        const { width, height } = target.getBoundingClientRect();
        let around: Element | null = target;
        for (; around !== null; around = around.parentElement) {
          const { clip, clipPath } = getComputedStyle(around);
          // Shown only while it has the focus, or meant for screen readers.
          if (clip.startsWith('rect(0') || clipPath.startsWith('inset(50%')) return [];
        }
        // A link within a sentence is as high as its line.
        const isInSentence =
          element.matches('a') &&
          getComputedStyle(element).display === 'inline' &&
          element.closest('p, li, dd, td, [role="gridcell"], [role="rowheader"]') !== null;
        if (isInSentence || (width >= 24 && height >= 24)) return [];
        return [
          `${element.tagName} “${(element.textContent || element.getAttribute('aria-label')) ?? ''}” ${Math.round(width)}×${Math.round(height)}`,
        ];
      });
    });
    expect.soft(small, name).toEqual([]);
  }
});

test('with reduced motion nothing on any screen moves by itself or glides', async ({ launch, sandbox }) => {
  const running = await launch();
  const { window } = running;
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await openScreens(running, sandbox);
  for (const name of screenNames) {
    await openScreen(window, name);
    const moving = await window.evaluate(() => {
      const seconds = (text: string): number =>
        Math.max(...text.split(',').map((one) => Number.parseFloat(one) * (one.includes('ms') ? 0.001 : 1)));
      return [...document.querySelectorAll('*')].flatMap((element) => {
        const style = getComputedStyle(element);
        const isAnimated = style.animationName !== 'none' && seconds(style.animationDuration) > 0.01;
        return isAnimated || seconds(style.transitionDuration) > 0.01
          ? [`${element.tagName} ${element.getAttribute('class') ?? ''}`]
          : [];
      });
    });
    expect.soft([...new Set(moving)], name).toEqual([]);
  }
});
