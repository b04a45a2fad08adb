import { ChevronDown, ChevronUp, FilePlus2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { couplingVerdict } from '../../../shared/rules/coupling.ts';
import { useConnectionId } from '../../data/connections.ts';
import { type CouplingCandidates, useCouplingCandidates } from '../../data/coupling-candidates.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useTranslation } from '../../messages/language.ts';
import { CandidateList } from '../../parts/coupling/candidate-list.tsx';
import { CandidateProgress, OtherGroups } from '../../parts/coupling/candidate-progress.tsx';
import styles from '../../parts/coupling/coupling.module.css';
import { idsIn } from '../../parts/coupling/pasted-ids.ts';
import { Verdict } from '../../parts/coupling/verdict.tsx';
import { Button } from '../../ui/button.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { AuditValues, givenOnly, noValues } from './audit-values.tsx';

/** Judges ids, and values of an audit where they are given, by the seven rules. It sends nothing. */
export function CouplingCheck() {
  const { t } = useTranslation('coupling');
  const connection = useConnectionId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [values, setValues] = useState(noValues);
  const [isListOpen, setListOpen] = useState(false);
  const ids = useMemo(() => idsIn(text), [text]);
  const candidates = useCouplingCandidates(connection, {
    isWanted: isListOpen || ids.length > 0,
    selected: ids,
  });
  const choose = (chosen: readonly string[]) => setText(chosen.join('\n'));
  const verdict = useMemo(
    () => couplingVerdict({ ids, values: givenOnly(values) }, candidates.network),
    [ids, values, candidates.network],
  );
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button
            variant="primary"
            icon={<FilePlus2 aria-hidden />}
            reason={ids.length === 0 ? t('check.none') : undefined}
            onPress={() => void navigate(wizardPath({ couple: [...new Set(ids)] }))}
          >
            {t('check.create')}
          </Button>
        }
      />
      <div className={styles.side}>
        <div className={styles.side}>
          <TextArea
            isCode
            rows={8}
            name="ids"
            label={t('check.ids')}
            help={t('check.help')}
            value={text}
            onChange={setText}
          />
          <div>
            <Button
              aria-expanded={isListOpen}
              after={isListOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
              onPress={() => setListOpen(!isListOpen)}
            >
              {t('check.list')}
            </Button>
          </div>
          {(isListOpen || ids.length > 0) && (
            <CandidateProgress connection={connection} reading={candidates} />
          )}
          {isListOpen && (
            <>
              <CandidateList
                connection={connection}
                candidates={candidates}
                selected={ids}
                onChange={choose}
              />
              <OtherGroups candidates={candidates} />
            </>
          )}
          <Results ids={ids} candidates={candidates} />
          <Verdict
            connection={connection}
            candidates={candidates}
            verdict={verdict}
            ids={ids}
            refusal={[]}
            attempt={0}
            isOpen
            onGo={() => focusField('ids')}
          />
          <AuditValues connection={connection} values={values} onChange={setValues} />
        </div>
      </div>
    </Page>
  );
}

interface ResultsProps {
  readonly ids: readonly string[];
  readonly candidates: CouplingCandidates;
}

/** What each id is; once for an id that was given twice (ux P7). */
function Results({ ids, candidates: { network, isReading } }: ResultsProps) {
  const { t } = useTranslation('coupling');
  if (ids.length === 0) return <p className={styles.quiet}>{t('check.none')}</p>;
  const words = (id: string): string => {
    const found = network.candidate(id);
    if (found !== undefined)
      return t('check.component', { name: found.component.name, group: found.group.name });
    if (network.component(id) === undefined) return t('check.notComponent');
    return t(isReading ? 'check.reading' : 'check.unread');
  };
  return (
    <section aria-label={t('check.results')}>
      <h2>{t('check.results')}</h2>
      <ul className={styles.results}>
        {[...new Set(ids)].map((id) => (
          <li key={id}>
            <code>{id}</code> {words(id)}
            {ids.indexOf(id) !== ids.lastIndexOf(id) && ` · ${t('check.twice')}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
