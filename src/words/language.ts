// What needs no glob, which only builds and their tests know.

/** A language of the app: the name of its folder, its own name, and the locale by which it writes dates and numbers. */
export interface Language {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
}

/** The one of these languages to show: the chosen one, else the system's (BCP 47); else English. */
export function choose(languages: readonly Language[], chosen: string | null, system: string): string {
  const [spoken] = system.toLowerCase().split(/[-_]/);
  const known =
    languages.find(({ id }) => id === chosen) ??
    languages.find(({ locale }) => locale.startsWith(`${spoken}-`));
  return known?.id ?? 'en-us';
}

/** A text with its `{{names}}` filled in, whatever format they ask for. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)(?:, \w+)?\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
