/** How many letters have to be added, taken away or changed. */
export function lettersApart(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [row, letter] of Array.from(one).entries()) {
    const now = [row + 1];
    for (const [column, wanted] of Array.from(other).entries())
      now.push(
        Math.min(
          (now[column] ?? 0) + 1,
          (before[column + 1] ?? 0) + 1,
          (before[column] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      );
    before = now;
  }
  return before.at(-1) ?? 0;
}
