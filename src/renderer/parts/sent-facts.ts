import { useSentComponents } from '../data/components.ts';
import { useConnectionId } from '../data/connections.ts';
import { useCountryWords } from '../messages/country-words.ts';
import { useTranslation } from '../messages/language.ts';
import type { Definition } from '../ui/definition-list.tsx';

/** What this app has sent with a component audit, and the service does not answer (decisions.md §8.5). */
export function useSentFacts(component: string | null): readonly Definition[] {
  const { t } = useTranslation('component-tree');
  const countries = useCountryWords();
  const sent = useSentComponents(useConnectionId(), component === null ? [] : [component])?.get(
    component ?? '',
  );
  const works = sent?.component_settings?.component_auditor_works_in_audit;
  return [
    ...(sent?.country === undefined
      ? []
      : [{ term: t('detail.sentCountry'), value: `${countries.name(sent.country)} (${sent.country})` }]),
    ...(works === undefined
      ? []
      : [{ term: t('detail.sentWorks'), value: t(works ? 'parts:word.yes' : 'parts:word.no') }]),
  ];
}
