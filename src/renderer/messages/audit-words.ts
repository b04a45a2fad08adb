import type { AuditCreation } from '../../shared/model/audit.ts';
import { auditLanguages, auditStatuses } from '../../shared/model/terms.ts';
import { localeOf } from '../../words/languages.ts';
import { useTranslation } from './language.ts';
import type { Translate } from './translate.ts';

/** The words of an audit's fields in the language of the interface; what nobody knows stays as the service spells it. */
export interface AuditWords {
  readonly type: (auditType: string) => string;
  readonly status: (status: string) => string;
  readonly language: (language: string) => string;
  /** The words of a kind, for columns that are as wide as the widest. */
  readonly all: { readonly types: readonly string[]; readonly statuses: readonly string[] };
  /** Compares as a person of this language sorts, with numbers by their value. */
  readonly compare: (left: string, right: string) => number;
  readonly locale: string;
}

/** What the fields of an audit that is created are called. */
export const fieldTitles = {
  client_organisation_id: 'parts:word.clientOrganisation',
  legal_entity_id: 'parts:field.legal_entity_name',
  audit_type: 'parts:field.audit_type',
  work_package_id: 'parts:field.work_package',
  scoping_package_id: 'parts:field.scoping_label',
  period_start: 'parts:field.period_start',
  period_end: 'parts:field.period_end',
  language: 'parts:word.auditLanguage',
  unit_of_measurement: 'parts:field.unit_of_measurement',
  name: 'parts:word.name',
  id: 'parts:word.id',
} as const satisfies Readonly<Partial<Record<keyof AuditCreation, string>>>;

/** An audit that is being set up or deleted is so for seconds: its word may be cut. */
const lastingStatuses = auditStatuses.filter((status) => status !== 'deleting' && status !== 'initializing');
const types = ['single', 'consolidated', 'component'] as const;

export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation('audits');
  const { language } = i18n;
  const words = spoken.get(language) ?? auditWords(t, localeOf(language));
  spoken.set(language, words);
  return words;
}

const spoken = new Map<string, AuditWords>(); // by language: the same for all screens, so that what was made by them is found again

/** Looks a word up once: a list asks for the few that there are a hundred thousand times. */
function once(wordOf: (spelled: string) => string): (spelled: string) => string {
  const known = new Map<string, string>();
  return (spelled) => {
    const word = known.get(spelled) ?? wordOf(spelled);
    known.set(spelled, word);
    return word;
  };
}

function auditWords(t: Translate<'audits'>, locale: string): AuditWords {
  return {
    all: {
      types: types.map((type) => t(`type.${type}`)),
      statuses: lastingStatuses.map((status) => t(`status.${status}`)),
    },
    type: once((spelled) => {
      const known = types.find((type) => type === spelled);
      return known === undefined ? spelled : t(`type.${known}`);
    }),
    status: once((spelled) => {
      const known = auditStatuses.find((status) => status === spelled);
      return known === undefined ? spelled || t('parts:unseen.short') : t(`status.${known}`);
    }),
    language: once((spelled) => {
      const known = auditLanguages.find((language) => language === spelled);
      return known === undefined ? spelled : t(`language.${known}`);
    }),
    compare: new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare,
    locale,
  };
}
