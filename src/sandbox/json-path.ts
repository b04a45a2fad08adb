export type JsonPath = readonly PropertyKey[];

/** A path into a JSON value as it is printed: `$.firms[0].audits[2].id`. */
export function jsonPath(path: JsonPath): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${String(step)}]`;
    const name = String(step);
    return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  });
  return `$${steps.join('')}`;
}
