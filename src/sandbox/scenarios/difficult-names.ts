import { type AuditRow, calendarYear, team } from '../demonstration/engagement.ts';
import { users } from '../demonstration/people.ts';
import { demonstrationWith } from './demonstration.ts';

interface Difficulty {
  readonly client: string;
  readonly audit: string;
  readonly name: string;
  readonly country: string;
}

/** Ids and names that a service may hold and that programs get wrong; the names have up to 100 code points. */
const difficulties: readonly Difficulty[] = [
  { client: 'kv/noord', audit: 'KV/2026/01', name: 'Koelhuis & Veem «Noord» B.V.', country: 'NL' },
  { client: 'wat?', audit: '2026?fase=2#slot', name: 'Wat Nu? Communicatie B.V.', country: 'NL' },
  { client: '50%25', audit: '100%', name: 'Half/Half 50 % Vennoten', country: 'NL' },
  {
    client: 'd’ambrosi',
    audit: "D'A 2026 (bis)",
    name: "Cantina D'Ambrosi – Società Agricola",
    country: 'IT',
  },
  { client: 'a+b=c', audit: ' 2026 ', name: 'A + B = C Rekenhuis B.V.', country: 'NL' },
  { client: '__proto__', audit: 'constructor', name: 'Prototype Instrumenten B.V.', country: 'NL' },
  { client: 'التجارة', audit: 'تدقيق-2026', name: 'شركة الخليج للتجارة والملاحة ذ.م.م.', country: 'AE' },
  { client: 'נמל', audit: 'נמל 2026', name: 'נמל הצפון בע"מ (Noordhaven) 2026', country: 'IL' },
  { client: '漢字', audit: '監査-2026', name: '株式会社北港物流 令和八年度', country: 'JP' },
  { client: 'caf\u00e9', audit: 'caf\u00e9-2026', name: 'Caf\u00e9 De Kade B.V.', country: 'NL' }, // composed ...
  { client: 'cafe\u0301', audit: 'cafe\u0301-2026', name: 'Cafe\u0301 De Steiger B.V.', country: 'NL' }, // ... and not
  { client: 'UPPER', audit: 'Upper-2026', name: 'Upper Deck Shipping, Inc.', country: 'US' },
  { client: 'upper', audit: 'upper-2026', name: 'upper deck shipping, inc.', country: 'US' },
  { client: 'emoji-🚢', audit: '🚢-2026', name: 'Scheepswerf 🚢⚓ Familie 👩‍👩‍👧‍👦 B.V.', country: 'NL' },
  {
    client: 'lang',
    audit: 'l'.repeat(255),
    name: 'Vennootschap '.repeat(6).concat('tot Beheer van Fondsen'),
    country: 'NL',
  },
  {
    client: 'één-woord',
    audit: 'een-woord',
    name: 'Wateroverlastvergoedingsaanvraag'.repeat(3),
    country: 'NL',
  },
];

function clientOf({ client, name, country }: Difficulty) {
  return {
    id: client,
    name,
    country,
    legal_entities: [{ id: client, name, country, parent_id: null }],
  };
}

function auditOf({ client, audit, name }: Difficulty, turn: number): AuditRow {
  return {
    id: audit,
    name,
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Small',
    client_organisation_id: client,
    legal_entity_ids: [client],
    ...calendarYear(2026),
    language: 'nl',
    audit_type: 'single',
    users: team('netherlands', 2, turn),
  };
}

/** A client without legal entities, and one whose tree is none: a circle, an orphan, an entity below itself. */
const withoutTree = [
  { id: 'leeg', name: 'Leegstand Beheer B.V.', country: 'NL', legal_entities: [] },
  {
    id: 'kruisbezit',
    name: 'Kruisbezit Holding N.V.',
    country: 'NL',
    legal_entities: [
      { id: 'kruisbezit', name: 'Kruisbezit Holding N.V.', country: 'NL', parent_id: null },
      { id: 'KB-1', name: 'Wederzijds Een B.V.', country: 'NL', parent_id: 'KB-2' },
      { id: 'KB-2', name: 'Wederzijds Twee B.V.', country: 'NL', parent_id: 'KB-1' },
      { id: 'KB-3', name: 'Moederloos B.V.', country: 'NL', parent_id: 'KB-verkocht-in-2019' },
      { id: 'KB-4', name: 'Eigen Aandelen B.V.', country: 'NL', parent_id: 'KB-4' },
    ],
  },
];

const people = [
  { email: "o'neill+audit@vanrossem-bellani.example", name: 'Siobhán O’Neill' },
  { email: 'THU.HA@vanrossem-bellani.example', name: 'Nguyễn Thị Thu Hà' },
  { email: 'layla@vanrossem-bellani.example', name: 'ليلى حداد' },
];

/** The built-in firm's people and methodologies with clients, audits and users of which each is hard to show or address. */
export function difficultNames() {
  return demonstrationWith(() => ({
    users: [...users, ...people],
    client_organisations: [...difficulties.map(clientOf), ...withoutTree],
    audits: difficulties.map(auditOf),
  }));
}
