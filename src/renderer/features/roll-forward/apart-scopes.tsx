import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RolledComponent } from '../../../shared/rules/roll-forward/model.ts';
import { affirmable, affirmed, isApart } from '../../../shared/rules/roll-forward/open.ts';
import type { NetworkRoll } from '../../../shared/rules/roll-forward/rolls.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { CancelButton, Dialog, FormActions } from '../../ui/dialog.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { RollState } from './roll-state.ts';

interface Waiting {
  readonly roll: NetworkRoll;
  readonly components: readonly RolledComponent[];
}

/** Affirms what was out of scope or is audited by another firm: each singly with its explanation in sight, or all at once with a sentence why. */
export function ApartScopes({ state: { rolls, decide } }: { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const [isOpen, setOpen] = useState(false);
  const [sentence, setSentence] = useState('');
  const waiting = rolls.map((roll) => ({ roll, components: affirmable(roll.proposal).filter(isApart) }));
  const count = waiting.reduce((sum, { components }) => sum + components.length, 0);
  const why = sentence.trim();
  const affirm = (chosen: readonly Waiting[], together?: string) => {
    decide(
      new Map(
        chosen.map(({ roll: { id, own }, components }) => [
          id,
          { scopes: new Map([...own.scopes, ...affirmed(components, together)]) },
        ]),
      ),
    );
    setOpen(together === undefined && count > 1);
  };
  if (count === 0) return null;
  return (
    <>
      <Button icon={<ListChecks aria-hidden />} onPress={() => setOpen(true)}>
        {t('apart.open', { count })}
      </Button>
      <Dialog
        isOpen={isOpen}
        size="large"
        title={t('apart.title')}
        onClose={() => setOpen(false)}
        onSubmit={() => {
          if (count > 1 && why !== '') affirm(waiting, why);
        }}
        actions={
          count === 1 ? (
            <CancelButton />
          ) : (
            <FormActions
              submit={t('apart.together', { count })}
              reason={why === '' ? t('apart.reason') : undefined}
            />
          )
        }
      >
        <Stack as="ul" gap="2" divided>
          {waiting.flatMap(({ roll, components }) =>
            components.map((component) => (
              <Component
                key={component.before.id}
                component={component}
                onAffirm={() => affirm([{ roll, components: [component] }])}
              />
            )),
          )}
        </Stack>
        {count > 1 && <TextField label={t('apart.sentence')} value={sentence} onChange={setSentence} />}
      </Dialog>
    </>
  );
}

interface ComponentProps {
  readonly component: RolledComponent;
  readonly onAffirm: () => void;
}

function Component({ component, onAffirm }: ComponentProps) {
  const { t } = useTranslation('roll-forward');
  const { t: tree } = useTranslation('component-tree');
  const { before, creation, open } = component;
  const name = component.name === '' ? before.id : component.name;
  const button = useRef<HTMLButtonElement>(null);
  const affirm = () => {
    // The row goes: the next one has the focus before.
    const row = button.current?.closest('li');
    (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus();
    onAffirm();
  };
  return (
    <Row as="li" isLine apart gap="3">
      <Stack gap="half" grow>
        <Name text={name} />
        <p>
          {t(before.in_scope === true ? 'before.in' : 'before.out', {
            former: before.out_of_scope_explanation,
          })}
        </p>
        {creation.auditor_relation === 'inter_firm' && <Note>{tree('relation.inter_firm')}</Note>}
        {open.some(({ code }) => code === 'explanation-year') && <Note>{t('open.explanation-year')}</Note>}
      </Stack>
      <Button ref={button} aria-label={t('apart.named', { name })} onPress={affirm}>
        {t('apart.affirm')}
      </Button>
    </Row>
  );
}
