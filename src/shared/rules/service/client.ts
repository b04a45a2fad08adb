import type { ClientCreation } from '../../model/client-organisation.ts';
import { countryCodes } from '../../model/country.ts';
import { type AuditViolation, idViolations, isBlank } from './audit.ts';
import type { Violation } from './violation.ts';

/** `unknown-country`: a code that is not in our table. */
export type ClientViolation = AuditViolation | Violation<'unknown-country'>;

/** Every rule of decisions.md §4.1 and §6.1 that a client about to be created breaks, all at once. */
export function clientViolations(creation: ClientCreation): readonly ClientViolation[] {
  const { id, country } = creation;
  return [
    ...(['id', 'name', 'country'] as const)
      .filter((field) => isBlank(creation[field]))
      .map((field) => ({ code: 'required' as const, field })),
    ...idViolations('id', id),
    ...(isBlank(country) || countryCodes.includes(country)
      ? []
      : [{ code: 'unknown-country' as const, field: 'country' }]),
  ];
}
