/** The numbers of a document's sections, and of the points in them, in order: `9`, `9.1`, `9.2`. */
export function pointsOf(text: string): readonly string[] {
  return text
    .split(/^## (?=\d)/m)
    .slice(1)
    .flatMap((section) => {
      const [title = '', ...rest] = section.split('\n');
      const number = /^\d+/.exec(title)?.[0] ?? '';
      const points = [...rest.join('\n').matchAll(/^(\d+)\. /gm)];
      return [number, ...points.map(([, point = '']) => `${number}.${point}`)];
    });
}

/** The numbers in a list like `§9.1–7`, `§3.4, §8.6` or `§2 and §7.1`. */
export function numbersIn(list: string): readonly string[] {
  return [...list.matchAll(/§ ?(\d+)(?:\.(\d+)(?:–(\d+))?)?/g)].flatMap(([, section = '', from, to]) => {
    if (from === undefined) return [section];
    const count = Number(to ?? from) - Number(from) + 1;
    return Array.from({ length: count }, (_, index) => `${section}.${String(Number(from) + index)}`);
  });
}
