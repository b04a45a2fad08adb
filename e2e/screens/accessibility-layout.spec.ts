import { expect, type Page } from '@playwright/test';
import { test } from '../screen.ts';
import { fullFirm, openScreen, openScreens, screenNames } from '../screens.ts';

test.use({ firm: fullFirm() });
test.setTimeout(240_000); // a walk through every screen

test('WCAG 1.4.10: at 400 % no screen scrolls sideways, but for tables, trees, pictures and code', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await openScreens(app);
  await window.setViewportSize({ width: 320, height: 640 });
  for (const name of screenNames) {
    await openScreen(window, name);
    expect.soft(await tooWide(window), name).toEqual([]);
  }
});

test('at 200 % and at 1280 wide every screen scrolls one way; a grid alone scrolls both, in itself', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await openScreens(app);
  for (const [width, height] of [
    [640, 360],
    [1_280, 720],
  ] as const) {
    await window.setViewportSize({ width, height });
    for (const name of screenNames) {
      await openScreen(window, name);
      expect.soft(await aroundGrids(window), `${name} at ${width}`).toEqual([]);
    }
  }
});

test('in a low window with reduced motion the focus never scrolls the window, and nothing moves by itself or glides', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await openScreens(app);
  await window.setViewportSize({ width: 1280, height: 480 }); // low, so that most of each form is below the fold
  for (const name of screenNames) {
    await openScreen(window, name);
    await test.step(`with reduced motion nothing on ${name} moves by itself or glides`, async () => {
      expect.soft([...new Set(await moving(window))], name).toEqual([]);
    });
    await test.step(`on ${name} a control that gets the focus scrolls the region that it is in, and never the window`, async () => {
      expect.soft([...new Set(await scrolledByFocus(window))], name).toEqual([]);
    });
  }
});

/** What scrolls sideways, and does not show things in two dimensions. */
function tooWide(window: Page) {
  return window.evaluate(() => {
    const page = document.documentElement;
    const inTwoDimensions = '[role="grid"], [role="treegrid"], [role="table"], table, .react-flow, pre, code';
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
}

/** What scrolls sideways because of a grid that it holds. */
function aroundGrids(window: Page) {
  return window.evaluate(() =>
    [...document.querySelectorAll('[role="grid"], [role="treegrid"]')].flatMap((grid) => {
      const found: string[] = [];
      for (let above = grid.parentElement; above !== null; above = above.parentElement)
        if (above.scrollWidth > above.clientWidth + 1)
          found.push(`${above.tagName} ${above.className}: ${above.scrollWidth} in ${above.clientWidth}`);
      return found;
    }),
  );
}

function moving(window: Page) {
  return window.evaluate(() => {
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
}

/** What would scroll, or has scrolled, outside of the region of a control that gets the focus. */
function scrolledByFocus(window: Page) {
  return window.evaluate(() => {
    const regions = (element: Element | null): boolean =>
      element !== null && /auto|scroll/.test(getComputedStyle(element).overflowY);
    const named = (element: Element): string => `${element.tagName} ${element.getAttribute('class') ?? ''}`;
    // A hidden element lies where its positioned ancestor is: that has to be inside of what scrolls it.
    const loose = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => {
      const { position, clip, clipPath } = getComputedStyle(element);
      const isHidden = clip.startsWith('rect(0') || clipPath.startsWith('inset(50%');
      if (position !== 'absolute' || !isHidden) return false;
      let region = element.parentElement;
      while (region !== null && !regions(region)) region = region.parentElement;
      return region !== null && !region.contains(element.offsetParent);
    });
    const moved: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      'input, button, select, textarea, a[href]',
    )) {
      control.focus();
      for (let above: Element | null = control; above !== null; above = above.parentElement)
        if (!regions(above) && above.clientHeight > 1 && above.scrollTop !== 0)
          moved.push(`${named(control)} scrolled ${named(above)} by ${above.scrollTop}`);
    }
    return [...loose.map((element) => `hidden, outside of its region: ${named(element)}`), ...moved];
  });
}
