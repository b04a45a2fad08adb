import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { packageName, priceOf } from '../../../shared/rules/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { localeOf } from '../../messages/language.ts';
import type { FieldName } from './content.ts';
import { coupledIds } from './creation.ts';
import { unitLabel, unitsIn } from './unit.ts';
import { useRoom, useWizard } from './wizard-context.ts';

/** What was entered in each field, in the words of a person; the empty text where nothing was. */
export function useEntered(): Readonly<Record<FieldName, string>> {
  const { i18n } = useTranslation('audit-wizard');
  const { client, workPackage, known } = useRoom();
  const fields = useWizard(({ content }) => content.fields);
  const words = useAuditWords();
  const units = useMemo(() => unitsIn(localeOf(i18n.language)), [i18n.language]);
  const entity = known.legalEntities?.find(({ id }) => id === fields.legal_entity_id);
  return {
    ...fields,
    client_organisation_id: client?.name ?? fields.client_organisation_id,
    legal_entity_id: entity?.name ?? fields.legal_entity_id,
    audit_type: words.type(fields.audit_type),
    work_package_id: workPackage === null ? fields.work_package_id : packageName(workPackage),
    language: words.language(fields.language),
    unit_of_measurement: unitLabel(fields.unit_of_measurement, units),
  };
}

/** What the price list says about the audit: nothing is promised by it (decisions.md §5.4). */
export type Credits =
  | { readonly known: false }
  | { readonly known: true; readonly credits: number | null; readonly isTest: boolean };

/** The credits as far as client and work package are chosen; `credits` is null where no price is named. */
export function useCredits(): Credits {
  const { client, workPackage } = useRoom();
  const auditType = useWizard(({ content }) => content.fields.audit_type);
  const isCoupled = useWizard(({ content }) => coupledIds(content).length > 0);
  if (workPackage === null) return { known: false };
  return {
    known: true,
    credits: priceOf(workPackage.prices, auditType, isCoupled)?.credits ?? null,
    isTest: client?.is_test_organisation === true,
  };
}
