/** The texts that stand in a list more than once, each of them once. The time that it takes grows with the list alone. */
export function repeatedIn(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const again = texts.filter((text) => {
    const isAgain = seen.has(text);
    seen.add(text);
    return isAgain;
  });
  return [...new Set(again)];
}
