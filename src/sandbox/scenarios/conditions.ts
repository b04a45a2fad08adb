import type { Limits, Tier } from '../../shared/model/limits.ts';
import { demonstrationFixture } from '../demonstration/firm.ts';
import { demonstrationWith } from './demonstration.ts';

/** The built-in firm with nothing left to pay with. */
export function noCredits() {
  return demonstrationWith(() => ({ credits: 0 }));
}

// Windows begin empty with every start, so what a busy day leaves of the limits is written here as the limits.
const leftOfBusyDay: Readonly<Record<Tier, Limits>> = {
  reference: { burst: 10 },
  read: { burst: 20 },
  read_heavy: { burst: 6, sustained: 12 },
  write: { burst: 4, sustained: 8 },
  write_heavy: { burst: 2, sustained: 4 },
  lifecycle: { burst: 2, sustained: 3, daily: 4 },
  token: { burst: 3 },
};

/** The built-in firm with limits of a few requests. */
export function quotaNearlyUsed() {
  return { ...demonstrationFixture(), rate_limits: leftOfBusyDay };
}

/** The built-in firm with the scope of all its consolidated audits locked. */
export function scopeLocked() {
  return demonstrationWith(({ audits }) => ({
    audits: audits.map((audit) =>
      audit.audit_type === 'consolidated' ? { ...audit, scope_locked: true } : audit,
    ),
  }));
}

/** The built-in firm after all its opinions are out. */
export function everythingArchived() {
  return demonstrationWith(({ audits }) => ({
    audits: audits.map(({ components, ...audit }) => ({
      ...audit,
      status: 'archived',
      ...(components === undefined
        ? {}
        : { components: components.map((component) => ({ ...component, status: 'archived' })) }),
    })),
  }));
}

/** The built-in firm on its first day: its people, methodologies and credits, no client, no audit. */
export function emptyFirm() {
  return demonstrationWith(() => ({ client_organisations: [], audits: [] }));
}
