import { currencies } from '../../../shared/model/currency.ts';

export interface Unit {
  readonly id: string;
  readonly label: string;
  readonly withdrawn: number | undefined;
  readonly kind: 'fund' | 'metal' | undefined;
}

/** All currencies, those in use first. */
export function unitsIn(locale: string): readonly Unit[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'code' });
  const units = currencies.map(({ code, withdrawn, kind }) => {
    const name = names.of(code) ?? code;
    return { id: code, label: name === code ? code : `${code} – ${name}`, withdrawn, kind };
  });
  return units.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ withdrawn, kind }: Unit): number {
  return withdrawn !== undefined ? 2 : kind !== undefined ? 1 : 0;
}

/** The code of the currency that a typed text names, else the text. */
export function unitOf(text: string, units: readonly Unit[]): string {
  const wanted = text.trim();
  const unit = units.find(({ id, label }) => label === wanted || id === wanted.toUpperCase());
  return unit?.id ?? text;
}

export function unitLabel(unit: string, units: readonly Unit[]): string {
  return units.find(({ id }) => id === unit)?.label ?? unit;
}
