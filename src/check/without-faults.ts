import { isRecord } from '../shared/model/tolerant.ts';

type Reading = { readonly ok: true } | { readonly ok: false; readonly faults: readonly string[] };

/** What can be left out of a fixture and leave a fixture, the innermost first. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^\$\.work_packages\[\d+\]\.prices\[\d+\]/, 'prices of a work package'],
  [
    /^\$\.work_packages\[\d+\]\.(?:languages|audit_types|scoping_packages)\[\d+\]/,
    'entries of a work package',
  ],
  [/^\$\.work_packages\[\d+\]/, 'work packages'],
  [/^\$\.roles\[\d+\]/, 'roles'],
  [/^\$\.rate_limits\.\w+/, 'tiers’ limits'],
  [/^\$\.firms\[0\]\.client_organisations\[0\]\.legal_entities\[\d+\]/, 'legal entities'],
  [/^\$\.firms\[0\]\.audits\[\d+\]\.components\[\d+\]/, 'component audits'],
  [/^\$\.firms\[0\]\.audits\[\d+\]/, 'audits'],
];

interface Clean {
  /** Null where something else than a part of it is at fault. */
  readonly document: unknown;
  readonly removed: readonly string[];
}

/** A document without the parts that its reader does not take, and without what refers to them. Names the field of each, and no value. */
export function withoutFaults(document: unknown, read: (document: unknown) => Reading): Clean {
  const counts = new Map<string, number>();
  let held = document;
  // Each round leaves something out.
  for (;;) {
    const reading = read(held);
    const removed = [...counts].map(([what, number]) => `${String(number)} ${what}`);
    if (reading.ok) return { document: held, removed };
    const faulty = new Map<string, string>();
    for (const fault of reading.faults) {
      const part = partOf(fault);
      if (part === null) return { document: null, removed };
      if (!faulty.has(part.path)) faulty.set(part.path, part.what);
    }
    for (const what of faulty.values()) counts.set(what, (counts.get(what) ?? 0) + 1);
    held = without(held, new Set(faulty.keys()), '$');
  }
}

/** The part that a fault is in, and which of its fields. */
function partOf(fault: string): { readonly path: string; readonly what: string } | null {
  for (const [pattern, name] of parts) {
    const [path] = pattern.exec(fault) ?? [];
    if (path === undefined) continue;
    const [, field] = /^\.([a-z_]+)/.exec(fault.slice(path.length)) ?? [];
    const why = field === undefined ? 'the sandbox takes no such' : `the sandbox takes no such ${field}`;
    return { path, what: `${name}: ${why}` };
  }
  return null;
}

function without(value: unknown, removed: ReadonlySet<string>, path: string): unknown {
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) => {
      const at = `${path}[${String(index)}]`;
      return removed.has(at) ? [] : [without(one, removed, at)];
    });
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const at = `${path}.${key}`;
      return removed.has(at) ? [] : [[key, without(one, removed, at)] as const];
    }),
  );
}
