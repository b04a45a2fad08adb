import { auditTypes } from '../../model/terms.ts';
import type { Price, ScopingLabel, WorkPackage } from '../../model/work-package.ts';

/**
 * Compares two versions in natural order, number by number: `2024.10` is above `2024.9`, `10.0` above `9.9`,
 * `2025` below `2025.1` (decisions.md §5.5). Negative where `left` is the lower.
 */
export function compareVersions(left: string, right: string): number {
  const lefts = left.match(/\d+|\D+/g) ?? [];
  const rights = right.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.max(lefts.length, rights.length); index += 1) {
    const order = compareParts(lefts[index], rights[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined)
    return (left === undefined ? 0 : 1) - (right === undefined ? 0 : 1);
  const numeric = /^\d/.test(left) && /^\d/.test(right);
  if (!numeric) return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [left.replace(/^0+/, ''), right.replace(/^0+/, '')]; // compared as text: no number is too long
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export function packageName({ name, version }: Pick<WorkPackage, 'name' | 'version'>): string {
  return version === '' ? name : `${name} ${version}`;
}

/**
 * Work packages of one name, the newest first; `newest` is the one to select (specification, "Versioning"). Names that differ in a year alone are one
 * line: “Statutory 2025” follows “Statutory 2024”.
 */
export interface WorkPackageLine {
  /** That of the newest. */
  readonly name: string;
  readonly newest: WorkPackage;
  readonly older: readonly WorkPackage[];
}

/** All work packages by name, names in alphabetical order, versions from the newest down. */
export function workPackageLines(packages: readonly WorkPackage[]): readonly WorkPackageLine[] {
  return [...Map.groupBy(packages, ({ name }) => withoutYear(name)).values()]
    .map((line) =>
      line.toSorted((a, b) => compareVersions(b.name, a.name) || compareVersions(b.version, a.version)),
    )
    .flatMap(([newest, ...older]) => (newest === undefined ? [] : [{ name: newest.name, newest, older }]))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The line that a package of this name is in. */
export function lineOf(
  packages: readonly WorkPackage[],
  name: string | undefined,
): WorkPackageLine | undefined {
  if (name === undefined) return undefined;
  return workPackageLines(packages.filter((one) => withoutYear(one.name) === withoutYear(name)))[0];
}

function withoutYear(name: string): string {
  return name.replace(/(?<!\d)(?:19|20)\d\d(?!\d)/g, '####');
}

/** Whether a package offers an audit type; one that names neither `single` nor `consolidated` leaves it to the service. */
export function supportsAuditType(workPackage: Pick<WorkPackage, 'audit_types'>, auditType: string): boolean {
  const restricts = auditTypes.some((type) => workPackage.audit_types.includes(type));
  return !restricts || workPackage.audit_types.includes(auditType);
}

/** Whether a package is available in a language; one that names none leaves it to the service. */
export function supportsLanguage(workPackage: Pick<WorkPackage, 'languages'>, language: string): boolean {
  return workPackage.languages.length === 0 || workPackage.languages.includes(language);
}

/** The scoping labels that a package offers in a language (specification, "Audit", `scoping_package_id`). */
export function scopingLabels(
  workPackage: { readonly scoping_packages: readonly ScopingLabel[] },
  language: string,
): readonly string[] {
  return workPackage.scoping_packages
    .filter(({ languages }) => languages === null || language === '' || languages.includes(language))
    .map(({ label }) => label);
}

export type PriceQuote =
  | { readonly kind: 'named'; readonly credits: number }
  /** It names none for such an audit; what that means the service decides. */
  | { readonly kind: 'none' }
  /** What it says is not understood; as it came. */
  | { readonly kind: 'unread'; readonly asItCame: string };

/** The first price for the audit type whose condition holds (decisions.md §5.4), where nothing before it is not understood. */
export function priceOf(prices: readonly Price[], auditType: string, coupled: boolean): PriceQuote {
  const first = prices.find(
    ({ audit_type, applies }) =>
      (audit_type === auditType || audit_type === '') && applies !== (coupled ? 'alone' : 'coupled'),
  );
  return first === undefined ? { kind: 'none' } : quoteOf(first);
}

/** What one price of a list says, for the audits that it is for. */
export function quoteOf({ audit_type, credits, applies, asItCame }: Price): PriceQuote {
  return credits === null || applies === 'unknown' || audit_type === ''
    ? { kind: 'unread', asItCame }
    : { kind: 'named', credits };
}
