import type { AuditTemplate } from '../model/template.ts';

/** A template that leaves everything to whoever creates the audit, but for what is given. */
export function templateWith(
  connection: string | null,
  given: Partial<AuditTemplate> & Pick<AuditTemplate, 'id' | 'name'>,
): AuditTemplate {
  return {
    connection: connection ?? '',
    audit_type: 'single',
    work_package: '',
    scoping_label: '',
    language: '',
    unit_of_measurement: '',
    settings: {},
    team: null,
    components: null,
    name_pattern: '',
    id_pattern: '',
    ...given,
  };
}
