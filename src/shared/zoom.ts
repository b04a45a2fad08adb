/** How large the interface can be shown; 1 is its own size. */
export const zoomLevels = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export const smallestZoom: number = zoomLevels[0];
export const largestZoom: number = 3;

/** The next larger or smaller level from any factor on; the factor itself where there is none. */
export function nextZoom(factor: number, by: 1 | -1): number {
  const next =
    by === 1
      ? zoomLevels.find((level) => level > factor + 0.001)
      : zoomLevels.findLast((level) => level < factor - 0.001);
  return next ?? factor;
}
