import { describe, expect, it } from 'vitest';
import { comparedValues } from '../../../shared/rules/service/coupling-component.ts';
import { type Copies, type CouplingChoice, emptyContent, readContent } from './content.ts';

function six(prefix: string) {
  return comparedValues((name) => `${prefix} ${name}`);
}

describe('readContent', () => {
  it('gives back what was saved', () => {
    const content = {
      ...emptyContent('consolidated'),
      settings: { sampling: true, grid: '{"half' },
      coupling: {
        decision: 'couple',
        ids: ['HOLD/leaf', 'SUB/leaf'],
        isFilled: true,
        before: {
          given: six('g'),
          fields: six('f'),
          own: ['period_start'],
          language: 'it',
          settings: { s: 1 },
          empty: ['language'],
        },
      },
      copies: {
        client: 'HOLD',
        components: [{ name: 'Leaf', auditor_relation: 'self', legal_entity_ids: ['L', 'M'] }],
        users: [{ id: 'a@b.example', role: 'auditor' }],
      },
      own: ['audit_type', 'id'] as const,
      step: 'period',
      reached: 'naming',
    } as const;
    expect(readContent(JSON.parse(JSON.stringify(content)))).toEqual(content);
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    [
      'null everywhere',
      {
        fields: null,
        settings: null,
        own: null,
        step: null,
        reached: null,
        coupling: { isWanted: true, ids: null },
      },
    ],
    [
      'other shapes',
      { fields: ['x'], settings: 'x', own: { id: true }, step: 'moon', reached: 7, coupling: 'x' },
    ],
    ['fields that are no texts', { fields: { name: 7, id: null, audit_type: {} }, own: ['nonsense'] }],
  ])('survives %s', (_, saved) => {
    expect(readContent(saved)).toEqual({ ...emptyContent('single'), own: [] });
  });

  it.each<[string, unknown, Copies | null]>([
    ['no client', { components: [], users: [] }, null],
    ['nothing in it', { client: 'C' }, { client: 'C', components: [], users: [] }],
    [
      'other shapes in it',
      { client: 'C', components: [{ name: 7 }, 'x', null], users: [{ id: 'a' }, 3, { id: 'b', role: 'r' }] },
      { client: 'C', components: [], users: [{ id: 'b', role: 'r' }] },
    ],
  ])('reads what is copied, with %s', (_, copies, read) => {
    expect(readContent({ copies }).copies).toEqual(read);
  });

  it.each<[string, unknown, CouplingChoice]>([
    [
      'not to couple, which was only the default',
      { isWanted: false, ids: ['a'] },
      { decision: 'open', ids: ['a'], isFilled: false, before: null },
    ],
    [
      'to couple',
      { isWanted: true, ids: ['a', 'a', 7] },
      { decision: 'couple', ids: ['a'], isFilled: false, before: null },
    ],
    [
      'filled, with nothing kept of what was there before: that counts as empty',
      { isWanted: true, ids: ['a'], isFilled: true },
      {
        decision: 'couple',
        ids: ['a'],
        isFilled: true,
        before: {
          given: comparedValues((name) => (name === 'client_organisation_id' ? 'C' : '')),
          fields: comparedValues(() => ''),
          own: [],
          language: '',
          settings: {},
          empty: [],
        },
      },
    ],
  ])('reads a coupling of an earlier version: %s', (_, coupling, read) => {
    expect(readContent({ fields: { client_organisation_id: 'C' }, coupling }).coupling).toEqual(read);
  });

  it('keeps what it knows of a draft of a later version', () => {
    const content = readContent({
      fields: { name: 'Hold 2026', colour: 'blue' },
      own: ['name', 'colour'],
      extra: 1,
    });
    expect(content.fields.name).toBe('Hold 2026');
    expect(content.own).toEqual(['name']);
    expect(Object.keys(content)).toEqual([
      'fields',
      'settings',
      'coupling',
      'replaces',
      'like',
      'copies',
      'template',
      'own',
      'step',
      'reached',
    ]);
  });
});
