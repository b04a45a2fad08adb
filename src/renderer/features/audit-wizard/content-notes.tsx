import type { WorkPackage } from '../../../shared/model/work-package.ts';
import {
  lineOf,
  packageName,
  scopingLabels,
  supportsLanguage,
} from '../../../shared/rules/service/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { Doubt } from '../../parts/doubt.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { WizardContent } from './content.ts';
import { useProblemWords } from './problem-words.ts';
import { chosenPackage } from './proposal.ts';
import { isBefore, type Step } from './steps.ts';
import { useWizard, useWizardContext } from './wizard-context.ts';

interface ContentNotesProps {
  readonly step: Step;
  /** The review offers no changes. */
  readonly isReview?: boolean;
}

/** What a step holds that the work packages do not offer, or that has a newer version. */
export function ContentNotes({ step, isReview = false }: ContentNotesProps) {
  const { known } = useWizardContext();
  const content = useWizard((state) => state.content);
  const words = useNoteWords();
  return contentNotes(content, known.packages)
    .filter((note) => note.step === step)
    .map((note) => (
      <Banner
        key={note.code}
        tone={'isFilled' in note && note.isFilled ? 'info' : 'warning'}
        actions={
          !isReview && note.code === 'package-older' && !note.isFilled ? <UseNewest note={note} /> : undefined
        }
      >
        {words(note)}
      </Banner>
    ));
}

/** What the app doubts of a step, or on the review of all; coupling tells its own beside its rules, and the notes what is not offered. */
export function Doubts({ step }: { readonly step: Step }) {
  const { doubts } = useWizardContext();
  const touched = useWizard((state) => state.touched);
  const reached = useWizard(({ content }) => content.reached);
  const words = useProblemWords();
  const isHere = (doubt: (typeof doubts)[number]): boolean =>
    step === 'review' ||
    (doubt.step === step &&
      step !== 'coupling' &&
      (touched.has(doubt.field) || isBefore(step, reached)) &&
      !(doubt.by === 'rule' && doubt.violation.code === 'not-offered'));
  return <Doubt reasons={doubts.filter(isHere).map(words)} />;
}

function UseNewest({
  note: { newest },
}: {
  readonly note: Extract<ContentNote, { readonly code: 'package-older' }>;
}) {
  const { t } = useTranslation('audit-wizard');
  const change = useWizard((state) => state.change);
  return (
    <Button onPress={() => change('work_package_id', newest.id)}>
      {t('parts:word.useNamed', { name: packageName(newest) })}
    </Button>
  );
}

function useNoteWords(): (note: ContentNote) => string {
  const { t } = useTranslation('audit-wizard');
  const { language } = useAuditWords();
  return (note) => {
    switch (note.code) {
      case 'package-gone':
        return note.isFilled
          ? t('note.packageGoneFilled', { id: note.id })
          : t('parts:loss.package-gone', { subject: note.id });
      case 'package-older':
        return t(note.isFilled ? 'note.packageOlderFilled' : 'note.packageOlder', {
          chosen: packageName(note.chosen),
          newest: packageName(note.newest),
        });
      case 'label-gone':
        return t(note.isFilled ? 'note.labelGoneFilled' : 'note.labelGone', { label: note.label });
      case 'language-gone':
        return t('note.languageGone', { language: language(note.language) });
      case 'settings-gone':
        return t('note.settingsGone', { count: note.ids.length, ids: note.ids.join(', ') });
    }
  };
}

/** A part of the content that the work packages do not offer, or not any more. `isFilled`: an initialising component has it. */
export type ContentNote = { readonly step: Step } & (
  | { readonly code: 'package-gone'; readonly id: string; readonly isFilled: boolean }
  | {
      readonly code: 'package-older';
      readonly chosen: WorkPackage;
      readonly newest: WorkPackage;
      readonly isFilled: boolean;
    }
  | { readonly code: 'label-gone'; readonly label: string; readonly isFilled: boolean }
  | { readonly code: 'language-gone'; readonly language: string }
  | { readonly code: 'settings-gone'; readonly ids: readonly string[] }
);

/** `packages` is null until all of them are read; before that there are no notes. */
export function contentNotes(
  content: WizardContent,
  packages: readonly WorkPackage[] | null,
): readonly ContentNote[] {
  const { work_package_id: id } = content.fields;
  const { isFilled } = content.coupling;
  if (packages === null || id === '') return [];
  const chosen = chosenPackage(content, packages);
  if (chosen === null) return [{ step: 'methodology', code: 'package-gone', id, isFilled }];
  const { newest } = lineOf(packages, chosen.name) ?? { newest: chosen };
  const { scoping_package_id: label, language } = content.fields;
  const ids = Object.keys(content.settings).filter(
    (one) => !chosen.settings.some((setting) => setting.id === one),
  );
  const notes: ContentNote[] = [];
  if (newest.id !== chosen.id)
    notes.push({ step: 'methodology', code: 'package-older', chosen, newest, isFilled });
  if (label !== '' && !scopingLabels(chosen, language).includes(label))
    notes.push({ step: 'methodology', code: 'label-gone', label, isFilled });
  if (language !== '' && !supportsLanguage(chosen, language))
    notes.push({ step: 'period', code: 'language-gone', language });
  if (ids.length > 0) notes.push({ step: 'settings', code: 'settings-gone', ids });
  return notes;
}
