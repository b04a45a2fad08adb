import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { ClientCreation, ClientOrganisation } from '../../model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../model/component-audit.ts';
import type { Difference } from '../../plan.ts';

// What was sent, held against what is there. A service spells what it echoes its own way, and shows some of it later or never: what it
// does not show is no difference.

interface Held {
  readonly field: string;
  readonly sent: unknown;
  readonly there: unknown;
  readonly same: (sent: never, there: never) => boolean;
  /** The field of the noun by which it is shown, where that has another name. */
  readonly shownBy?: string;
}

type Shown = { readonly unseen?: readonly string[] };

function differences({ unseen = [] }: Shown, all: readonly Held[]): readonly Difference[] {
  return all.flatMap(({ field, sent, there, same, shownBy = field }) => {
    if (sent === undefined || unseen.includes(shownBy)) return [];
    // Each row's values are what its comparison takes.
    return same(sent as never, there as never) ? [] : [{ field, sent: told(sent), there: told(there) }];
  });
}

/** A value as a person reads it. */
function told(value: unknown): string {
  return Array.isArray(value) ? value.map(spelled).join(', ') : spelled(value);
}

function spelled(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The fields in which an audit that was read is not what was asked to be created. What was not asked for may have any default; couplings,
 * settings and entities may come when it is open.
 */
export function auditDifferences(creation: AuditCreation, audit: Audit): readonly Difference[] {
  const { legal_entity_ids: entities, coupled_component_audit_ids: coupled, settings } = audit;
  const couples = creation.coupled_component_audit_ids ?? [];
  const isOpen = audit.status === 'open';
  const text = (
    field: 'name' | 'work_package_id' | 'scoping_package_id' | 'client_organisation_id',
  ): Held => ({
    field,
    sent: creation[field],
    there: audit[field],
    same: sameText,
  });
  const day = (field: 'period_start' | 'period_end'): Held => ({
    field,
    sent: creation[field],
    there: audit[field],
    same: sameDay,
  });
  return differences(audit, [
    text('name'),
    text('work_package_id'),
    text('scoping_package_id'),
    text('client_organisation_id'),
    { field: 'language', sent: creation.language, there: audit.language, same: sameCode },
    day('period_start'),
    day('period_end'),
    {
      field: 'legal_entity_id',
      sent: [creation.legal_entity_id],
      there: entities,
      same: (sent: readonly string[], there: readonly string[]) =>
        there.length === 0 || sameWithoutCase(sent, there),
      shownBy: 'legal_entity_ids',
    },
    {
      field: 'unit_of_measurement',
      sent: creation.unit_of_measurement,
      there: audit.unit_of_measurement ?? '',
      same: (sent: string, there: string) => there !== '' && sameCode(sent, there),
    },
    { field: 'audit_type', sent: creation.audit_type ?? 'single', there: audit.audit_type, same: sameCode },
    {
      field: 'coupled_component_audit_ids',
      sent: couples,
      there: coupled,
      same: (sent: readonly string[], there: readonly string[]) =>
        sameWithoutCase(isOpen ? sent : sent.filter((id) => there.some((one) => sameId(one, id))), there),
    },
    ...Object.entries(creation.settings ?? {}).map(
      ([id, sent]): Held => ({
        field: `settings.${id}`,
        sent,
        there: settings[id],
        same: (wanted: unknown, there: unknown) => there === undefined || sameSetting(wanted, there),
        shownBy: 'settings',
      }),
    ),
  ]);
}

/** Whether an audit is plainly another one: of another client, legal entity or period. */
export function isAnotherAudit(creation: AuditCreation, audit: Audit): boolean {
  const { legal_entity_ids: entities, unseen = [] } = audit;
  const isOwn = entities.length === 0 || entities.some((one) => sameCode(creation.legal_entity_id, one));
  const isOther = {
    client_organisation_id: !sameCode(creation.client_organisation_id, audit.client_organisation_id),
    period_start: !nearDay(creation.period_start, audit.period_start),
    period_end: !nearDay(creation.period_end, audit.period_end),
    legal_entity_ids: !isOwn,
  };
  return Object.entries(isOther).some(([field, is]) => is && !unseen.includes(field));
}

/** Whether two days are one, or next to each other: a service may be in another time zone, or name the day after the last. */
function nearDay(sent: string, there: string): boolean {
  const apart = Date.parse(there) - Date.parse(sent);
  return Number.isNaN(apart) || Math.abs(apart) <= 86_400_000;
}

/** Likewise the differences of a client organisation. */
export function clientDifferences(
  creation: ClientCreation,
  client: ClientOrganisation,
): readonly Difference[] {
  return differences(client, [
    { field: 'name', sent: creation.name, there: client.name, same: sameText },
    { field: 'country', sent: creation.country, there: client.country ?? '', same: sameCode },
    { field: 'domains', sent: creation.domains, there: client.domains, same: sameWithoutCase },
    {
      field: 'allow_password_login',
      sent: creation.allow_password_login,
      there: client.allow_password_login,
      same: (sent: boolean, there: boolean | null) => there === null || sent === there,
    },
  ]);
}

/** Likewise of a component audit; an order of entities that is another one is told. */
export function componentDifferences(
  creation: ComponentCreation,
  component: ComponentAudit,
): readonly Difference[] {
  return differences(component, [
    {
      field: 'legal_entity_ids',
      sent: creation.legal_entity_ids,
      there: component.legal_entity_ids,
      same: (sent: readonly string[], there: readonly string[]) =>
        there.length === 0 || sent.join('\n') === there.join('\n'),
    },
    { field: 'name', sent: creation.name, there: component.name, same: sameText },
    {
      field: 'auditor_relation',
      sent: creation.auditor_relation,
      there: component.auditor_relation,
      same: sameCode,
    },
  ]);
}

/** Whether a client organisation has another name: also in other letters, cut, with more to it or shown by its id it may be the same. */
export function isAnotherClient(
  { name: sent }: ClientCreation,
  { id, name, unseen = [] }: ClientOrganisation,
): boolean {
  const [one = '', other = ''] = [sent, name].map((text) => ` ${plainText(text).toLowerCase()} `);
  return !unseen.includes('name') && name !== id && !one.includes(other) && !other.includes(one);
}

type OfEntities = Pick<ComponentAudit, 'legal_entity_ids' | 'unseen'>;

/** Whether a component is plainly another one: its entities were read, and they are others. All of them may come later. */
export function isAnotherComponent(
  { legal_entity_ids: sent }: Pick<ComponentCreation, 'legal_entity_ids'>,
  { legal_entity_ids: there, unseen = [] }: OfEntities,
): boolean {
  return !unseen.includes('legal_entity_ids') && there.length > 0 && !sameWithoutCase(sent, there);
}

/** Whether a component has all entities that were sent, and perhaps more. */
export function hasAllEntities(
  { legal_entity_ids: sent }: Pick<ComponentCreation, 'legal_entity_ids'>,
  { legal_entity_ids: there }: OfEntities,
): boolean {
  return sent.every((id) => there.some((one) => sameId(one, id)));
}

/** Whether an answer shows all of what was sent. */
export function showsAll({ unseen = [] }: Shown, sent: object): boolean {
  return Object.keys(sent).every(
    (field) => !unseen.includes(field === 'legal_entity_id' ? 'legal_entity_ids' : field),
  );
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A text without what a service may change of it: blanks, entities of HTML, the form of its letters. */
export function plainText(text: string): string {
  const decoded = text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
      const letter = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return letter <= 0x10ffff ? String.fromCodePoint(letter) : whole;
    },
  );
  return decoded.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

function sameText(sent: string, there: string): boolean {
  return there === '' || plainText(sent) === plainText(there);
}

/** A code, an enumeration or an address: without case. */
export function sameCode(sent: string, there: string): boolean {
  return there === '' || plainText(sent).toLowerCase() === plainText(there).toLowerCase();
}

/** An id, which a service may show in another case in one place than in another. */
export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The object with an id: in its own spelling, else in another. */
export function withId<One extends { readonly id: string }>(
  all: readonly One[],
  id: string,
): One | undefined {
  return all.find((one) => one.id === id) ?? all.find((one) => sameId(one.id, id));
}

function sameDay(sent: string, there: string): boolean {
  return there === '' || sent.trim() === there.slice(0, 'YYYY-MM-DD'.length);
}

function sameSet(sent: readonly string[], there: readonly string[]): boolean {
  return sent.every((one) => there.includes(one)) && there.every((one) => sent.includes(one));
}

function sameWithoutCase(sent: readonly string[], there: readonly string[]): boolean {
  const lower = (all: readonly string[]) => all.map((one) => one.toLowerCase());
  return sameSet(lower(sent), lower(there));
}

/** The same value of a setting: a yes/no may come back as a text, and several choices in another order. */
function sameSetting(sent: unknown, there: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(there))
    return sameSet(sent.map(spelled).toSorted(), there.map(spelled).toSorted());
  if (typeof sent === 'boolean' || typeof there === 'boolean')
    return spelled(String(sent)).toLowerCase() === spelled(String(there)).toLowerCase();
  if (typeof sent === 'string' && typeof there === 'string' && plainText(sent) === plainText(there))
    return true;
  return sameValue(sent, there);
}

/** Whether two values of a setting are one: a decimal may come back as a number or a text, with other zeros. */
export function sameValue(asked: unknown, read: unknown): boolean {
  if (asked === read) return true;
  if (Array.isArray(asked) && Array.isArray(read))
    return asked.length === read.length && asked.every((entry, index) => sameValue(entry, read[index]));
  if (isNumeric(asked) && isNumeric(read)) return Number(asked) === Number(read);
  if (typeof asked === 'object' && typeof read === 'object' && asked !== null && read !== null)
    return sameEntries(asked, read);
  return (asked === null || asked === undefined) && (read === null || read === undefined);
}

function sameEntries(asked: object, read: object): boolean {
  const others = new Map<string, unknown>(Object.entries(read));
  const own = Object.entries(asked);
  return own.length === others.size && own.every(([key, value]) => sameValue(value, others.get(key)));
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
  );
}
