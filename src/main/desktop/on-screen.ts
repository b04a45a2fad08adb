export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const grip = { width: 120, height: 32 }; // of its title bar, by which a person can take hold of a window

/** Where a window can be taken hold of: in place if enough of its title bar is on a work area, else in the nearest one. */
export function pulledBack(window: Bounds, areas: readonly Bounds[]): Bounds {
  const titleBar = { ...window, height: grip.height };
  const holds = areas.some((area) => {
    const { width, height } = overlap(titleBar, area);
    return width >= Math.min(grip.width, window.width) && height >= grip.height;
  });
  const [nearest] = areas.toSorted((one, other) => distance(window, one) - distance(window, other));
  if (holds || nearest === undefined) return window;
  const width = Math.min(window.width, nearest.width);
  const height = Math.min(window.height, nearest.height);
  return {
    x: between(window.x, nearest.x, nearest.x + nearest.width - width),
    y: between(window.y, nearest.y, nearest.y + nearest.height - height),
    width,
    height,
  };
}

function overlap(one: Bounds, other: Bounds): Pick<Bounds, 'width' | 'height'> {
  return {
    width: Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
    height: Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
  };
}

function distance(window: Bounds, area: Bounds): number {
  const [x, y] = [window.x + window.width / 2, window.y + window.height / 2];
  return Math.hypot(
    x - between(x, area.x, area.x + area.width),
    y - between(y, area.y, area.y + area.height),
  );
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
