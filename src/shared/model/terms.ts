// The specification's words, apart from the readers: the interface takes them without taking zod along.

export const auditStatuses = ['initializing', 'open', 'archived', 'deleting'] as const;
export type AuditStatus = (typeof auditStatuses)[number];

export const auditTypes = ['single', 'consolidated'] as const;
export type AuditType = (typeof auditTypes)[number];

export const auditorRelations = ['self', 'inter_office', 'inter_firm'] as const;
export type AuditorRelation = (typeof auditorRelations)[number];

/** The languages an audit can be held in, which are also those of the interface. */
export const auditLanguages = ['en-us', 'nl', 'it'] as const;
export type AuditLanguage = (typeof auditLanguages)[number];

export const settingTypes = [
  'boolean',
  'string',
  'integer',
  'decimal',
  'date',
  'choice',
  'multiple_choice',
] as const;
export type SettingType = (typeof settingTypes)[number];
