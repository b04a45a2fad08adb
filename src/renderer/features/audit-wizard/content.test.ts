import { describe, expect, it } from 'vitest';
import { emptyContent, readContent } from './content.ts';

describe('readContent', () => {
  it('gives back what was saved', () => {
    const content = {
      ...emptyContent('consolidated'),
      settings: { sampling: true, grid: '{"half' },
      coupling: { isWanted: true, ids: ['HOLD/leaf', 'SUB/leaf'], isFilled: true },
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

  it('keeps what it knows of a draft of a later version', () => {
    const content = readContent({
      fields: { name: 'Hold 2026', colour: 'blue' },
      own: ['name', 'colour'],
      extra: 1,
    });
    expect(content.fields.name).toBe('Hold 2026');
    expect(content.own).toEqual(['name']);
    expect(Object.keys(content)).toEqual(['fields', 'settings', 'coupling', 'own', 'step', 'reached']);
  });
});
