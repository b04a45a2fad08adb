import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { couplingVerdict } from '../../../shared/rules/service/coupling.ts';
import { emptyContent } from './content.ts';
import { creationOf } from './creation.ts';
import { couplingProblems, ruleProblems } from './problems.ts';
import { createWizard } from './wizard-store.ts';

const nothingKnown = {
  clients: [],
  legalEntities: [],
  legalEntitiesOf: '',
  packages: [],
  audits: [],
  areAuditsWhole: true,
  network: null,
  group: null,
};

const unknown = {
  workPackage: null,
  legalEntityIds: null,
  packages: null,
  audits: [],
  isComponent: () => false,
};

function open() {
  const wizard = createWizard({ ...emptyContent('single'), step: 'client', reached: 'client' });
  return {
    wizard,
    now: wizard.getState,
    problems: () => ruleProblems(wizard.getState().content, unknown),
  };
}

const valid = {
  client_organisation_id: 'HOLD',
  legal_entity_id: 'HOLD',
  work_package_id: 'fin',
  scoping_package_id: 'Standard',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
  name: 'Hold 2025',
  id: 'HOLD-2025',
};

function filled() {
  const opened = open();
  opened.now().take(valid);
  return opened;
}

describe('the wizard', () => {
  it('W2: stays on a step with a problem and calls for its summary, each time anew', () => {
    const { now, problems } = open();
    now().advance(problems());
    now().advance(problems());
    expect(now().content.step).toBe('client');
    expect(now().summaryCalls).toBe(2);
    expect([...now().attempted]).toEqual(['client']);
  });

  it('goes on from a step without a problem, whatever the others have', () => {
    const { now, problems } = open();
    now().change('client_organisation_id', 'HOLD');
    now().change('legal_entity_id', 'HOLD');
    now().advance(problems());
    expect(now().content.step).toBe('methodology');
    now().back();
    expect(now().content).toMatchObject({ step: 'client', reached: 'methodology' });
  });

  it('W3: opens the first failing step of a 400, keeps all values, and forgets a refusal once its field changes', () => {
    const { now } = filled();
    const before = now().content.fields;
    now().open('review');
    now().refuse({ period_end: ['No.'], id: ['Taken.'], novelty: ['Why.'] });
    expect(now().content.step).toBe('period');
    expect(now().content.fields).toEqual(before);
    expect(now().summaryCalls).toBe(1);
    now().change('period_end', '2026-12-31');
    expect(now().refused).toEqual({ id: ['Taken.'], novelty: ['Why.'] });
  });

  it('W3: stays on the review where no step has the field', () => {
    const { now } = filled();
    now().open('review');
    now().refuse({ non_field_errors: ['No.'] });
    expect(now().content.step).toBe('review');
    expect(now().refused).toEqual({ non_field_errors: ['No.'] });
  });

  it('W5: returns to the review from a step that was opened there', () => {
    const { now, problems } = filled();
    now().open('review');
    now().open('methodology');
    expect(now().returning).toBe(true);
    now().advance(problems());
    expect(now().content.step).toBe('review');
    expect(now().returning).toBe(false);
  });

  it('W5: returns to the review after a refusal was put right', () => {
    const { now, problems } = filled();
    now().open('review');
    now().refuse({ period_end: ['No.'] });
    now().change('period_end', '2026-12-31');
    now().advance(problems());
    expect(now().content.step).toBe('review');
  });

  it('W1: a submission with problems is possible and shows them all, first step first', () => {
    const { now, problems } = filled();
    now().change('language', '');
    now().open('review');
    expect(now().confirm(problems())).toBe(false);
    expect(now().content.step).toBe('period');
    expect([...now().attempted]).toContain('naming');
    now().change('language', 'it');
    expect(now().confirm(problems())).toBe(true);
  });

  it('W8: is dirty by what a person enters, not by what is proposed', () => {
    const { now } = open();
    now().learn(nothingKnown);
    expect(now().dirty).toBe(false);
    now().change('name', 'x');
    expect(now().dirty).toBe(true);
  });

  it('W10: proposes no other id once the audit was submitted', () => {
    const { now } = open();
    now().take({ ...valid, id: '', name: '' });
    const fresh = createWizard({ ...now().content, own: ['audit_type'] });
    fresh.getState().learn(nothingKnown);
    const id = fresh.getState().content.fields.id;
    expect(id).toBe('HOLD-2025');
    fresh.getState().freeze();
    fresh
      .getState()
      .learn({ ...nothingKnown, audits: [Audit.parse({ id, client_organisation_id: 'HOLD' })] });
    expect(fresh.getState().content.fields.id).toBe('HOLD-2025');
  });

  it('W10: proposes again after an answer that says that nothing was created, but leaves what a person entered', () => {
    const { now } = filled();
    const wizard = createWizard({ ...now().content, own: ['audit_type'] });
    const state = wizard.getState;
    state().freeze();
    state().change('id', 'MINE');
    state().thaw();
    expect(state().content.own).toEqual(['audit_type', 'id']);
    state().change('period_start', '2026-01-01');
    state().change('period_end', '2026-12-31');
    state().learn({
      ...nothingKnown,
      clients: [ClientOrganisation.parse({ id: 'HOLD', name: 'Hold' })],
    });
    expect(state().content.fields).toMatchObject({ id: 'MINE', name: 'Hold 2026' });
  });

  it('W4: validates a field from when it was left', () => {
    const { now } = open();
    expect(now().touched.has('name')).toBe(false);
    now().touch('name');
    expect(now().touched.has('name')).toBe(true);
  });

  it('says what a proposal replaces that a draft had and that is not offered any more', () => {
    const one = WorkPackage.parse({ id: 'fin', languages: ['nl'], scoping_packages: ['Only'] });
    const draft = { ...filled().now().content, own: [], reached: 'review' } as const;
    const { getState } = createWizard(draft);
    getState().learn({ ...nothingKnown, packages: [one] });
    expect(getState().content.fields.scoping_package_id).toBe('Only');
    expect(getState().notices).toEqual([{ code: 'label-gone', subject: 'Standard' }]);
  });

  it('says what a change took away until that is dismissed', () => {
    const { wizard, now } = open();
    wizard.setState({ notices: [{ code: 'label-gone', subject: 'A' }] });
    now().change('name', 'x');
    expect(now().notices).toEqual([{ code: 'label-gone', subject: 'A' }]);
    now().dismissNotices();
    expect(now().notices).toEqual([]);
  });
});

describe('coupling in the wizard', () => {
  const field = 'coupled_component_audit_ids';
  const values = {
    client_organisation_id: 'GROUP',
    legal_entity_id: 'LEAF',
    work_package_id: 'fin',
    scoping_package_id: 'Large',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
  };

  it('W9: neither is chosen for a person, and the step is not left before one of them is', () => {
    const { now } = filled();
    now().open('coupling');
    expect(couplingProblems(now().content, null)).toMatchObject([
      { step: 'coupling', field, violation: { code: 'undecided' } },
    ]);
    now().advance(couplingProblems(now().content, null));
    expect([now().content.step, now().ruleCalls, now().summaryCalls]).toEqual(['coupling', 0, 1]);
    now().changeCoupling({ decision: 'without' });
    expect(couplingProblems(now().content, null)).toEqual([]);
  });

  it('W9: choosing to couple and choosing nothing is a problem, and not an uncoupled audit', () => {
    const { now } = filled();
    now().changeCoupling({ decision: 'couple' });
    expect(couplingProblems(now().content, null)).toMatchObject([
      { step: 'coupling', field, violation: { code: 'nothing-chosen' } },
    ]);
  });

  it('P4: takes over the six values and no other, and lets go of them with another choice', () => {
    const { now } = filled();
    now().changeCoupling({ decision: 'couple', ids: ['a'] });
    now().takeOver(values);
    expect(now().content.fields).toMatchObject({ ...valid, ...values });
    expect(now().content.coupling).toMatchObject({ decision: 'couple', ids: ['a'], isFilled: true });
    const { content } = now();
    now().takeOver({ ...values });
    expect(now().content).toBe(content);
    now().changeCoupling({ ids: [] });
    now().takeOver(null);
    expect(now().content.coupling).toMatchObject({ isFilled: false, before: null });
    expect(now().content.fields).toMatchObject(valid);
  });

  it('what the coupling has filled in can be unlocked, until another choice', () => {
    const { now } = filled();
    now().changeCoupling({ decision: 'couple', ids: ['a'] });
    now().takeOver(values);
    now().unlock();
    now().change('legal_entity_id', 'OWN');
    now().takeOver(values);
    expect(now().content).toMatchObject({
      fields: { legal_entity_id: 'OWN' },
      coupling: { isFilled: false },
    });
    now().changeCoupling({ ids: ['a', 'b'] });
    now().takeOver(values);
    expect(now().content).toMatchObject({ fields: values, coupling: { isFilled: true } });
  });

  it('P8: Continue with a broken rule calls for the rule, and for the summary on every other step', () => {
    const { now } = filled();
    now().changeCoupling({ decision: 'couple' });
    now().open('coupling');
    now().changeCoupling({ ids: ['a', 'a'] });
    const verdict = couplingVerdict(
      { ids: ['a', 'a'], values: {} },
      { component: () => null, neighbours: () => null, ancestors: () => null },
    );
    now().advance(couplingProblems(now().content, verdict));
    expect([now().content.step, now().ruleCalls, now().summaryCalls]).toEqual(['coupling', 1, 0]);
    now().changeCoupling({ ids: [] });
    now().advance(couplingProblems(now().content, null));
    expect([now().ruleCalls, now().summaryCalls]).toEqual([1, 1]);
  });

  it('P5: a 400 on a filled field opens the coupling, where alone it can be changed, until another choice', () => {
    const { now } = filled();
    now().changeCoupling({ decision: 'couple', ids: ['a'] });
    now().takeOver(values);
    now().refuse({ period_start: ['Must be otherwise.'], [field]: ['No.'] });
    expect(now().content.step).toBe('coupling');
    now().changeCoupling({ ids: ['b'] });
    expect(now().refused).toEqual({});
  });

  it('sends what is chosen only while coupling is wanted', () => {
    const { now } = filled();
    now().changeCoupling({ decision: 'couple', ids: ['a', 'b'] });
    expect(creationOf(now().content, null).coupled_component_audit_ids).toEqual(['a', 'b']);
    now().changeCoupling({ decision: 'without' });
    expect(creationOf(now().content, null)).not.toHaveProperty(field);
    expect(now().content.coupling.ids).toEqual(['a', 'b']);
  });
});
