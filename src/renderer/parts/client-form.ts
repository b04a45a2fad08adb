import type { ClientCreation } from '../../shared/model/client-organisation.ts';
import { idViolations } from '../../shared/rules/audit.ts';
import { freeId, plainId } from '../../shared/rules/free-id.ts';

/** A client organisation as it is being entered. */
export interface ClientForm {
  readonly name: string;
  readonly id: string;
  /** Whether a person has entered the id: then it no longer follows the name. */
  readonly isOwnId: boolean;
  /** ISO 3166-1 alpha-2, upper case; empty until one is chosen. */
  readonly country: string;
  readonly countryText: string;
  /** One in a line. */
  readonly domains: string;
  readonly allowsPasswordLogin: boolean;
}

export const emptyClient: ClientForm = {
  name: '',
  id: '',
  isOwnId: false,
  country: '',
  countryText: '',
  domains: '',
  allowsPasswordLogin: true,
};

/** The form with the id that its name proposes, made free, unless a person has entered one. */
export function withName(form: ClientForm, taken: ReadonlySet<string>): ClientForm {
  if (form.isOwnId) return form;
  return { ...form, id: form.name.trim() === '' ? '' : freeId(plainId(form.name).toUpperCase(), taken) };
}

export interface ClientFault {
  readonly field: 'name' | 'id' | 'country';
  readonly code: 'name' | 'id' | 'idUnusable' | 'idTaken' | 'country';
}

/** What keeps a client from being created (decisions.md §4.1, §6.1), at most one thing a field. */
export function clientFaults(form: ClientForm, taken: ReadonlySet<string>): readonly ClientFault[] {
  const idFault =
    form.id.trim() === ''
      ? 'id'
      : idViolations('id', form.id).length > 0
        ? 'idUnusable'
        : taken.has(form.id)
          ? 'idTaken'
          : null;
  return [
    ...(form.name.trim() === '' ? [{ field: 'name', code: 'name' } as const] : []),
    ...(idFault === null ? [] : [{ field: 'id', code: idFault } as const]),
    ...(form.country === '' ? [{ field: 'country', code: 'country' } as const] : []),
  ];
}

/** The request of a form without fault. */
export function clientCreationOf(form: ClientForm): ClientCreation {
  return {
    id: form.id,
    name: form.name,
    country: form.country,
    domains: form.domains.split(/[\s,;]+/).filter(Boolean),
    allow_password_login: form.allowsPasswordLogin,
  };
}
