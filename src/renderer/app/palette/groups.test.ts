import { describe, expect, it } from 'vitest';
import { best, fits, shownGroups, withLast } from './groups.ts';

const entry = (key: string, label: string, terms: readonly string[] = []) => ({ key, label, terms });
const commands = [entry('c1', 'New audit'), entry('c2', 'Go to audits'), entry('c3', 'Zoom in')];
const audits = [entry('a1', 'Audit of Noord', ['NOORD-25']), entry('a2', 'Zuid', ['ZUID-25'])];
const sources = {
  inHand: [],
  open: [],
  commands,
  views: [],
  audits,
  clients: [entry('k1', 'Noord N.V.')],
  packages: [],
  connections: [entry('n1', 'Kantoor Noord', ['noord-client'])],
  plans: [entry('p1', 'Removal of R. Leader')],
};
const shown = (typed: string, recent: readonly string[] = [], more = {}) =>
  shownGroups(typed, { ...sources, ...more }, recent).map(({ id, entries }) => [
    id,
    entries.map(({ key }) => key),
  ]);

describe('the palette shows', () => {
  it('all commands before anything is typed, and no records', () => {
    expect(shown('')).toEqual([['commands', ['c1', 'c2', 'c3']]]);
  });

  it('what was used last first, once', () => {
    expect(shown('  ', ['a2', 'c3', 'gone'])).toEqual([
      ['recent', ['a2', 'c3']],
      ['commands', ['c1', 'c2']],
    ]);
  });

  it('what fits, by group, the best first', () => {
    expect(shown('noord')).toEqual([
      ['audits', ['a1']],
      ['clients', ['k1']],
      ['connections', ['n1']],
    ]);
    expect(shown('leader')).toEqual([['plans', ['p1']]]);
    expect(shown('audit')).toEqual([
      ['audits', ['a1']],
      ['commands', ['c1', 'c2']],
    ]);
  });

  it('what can be done with what is selected, before commands', () => {
    const inHand = [entry('i1', 'Delete 3 audits…')];
    expect(shown('', ['c3'], { inHand })).toEqual([
      ['recent', ['c3']],
      ['inHand', ['i1']],
      ['commands', ['c1', 'c2']],
    ]);
    expect(shown('delete', [], { inHand })).toEqual([['inHand', ['i1']]]);
  });

  it('of equals the one that was used last', () => {
    expect(shown('audit', ['c2'])).toEqual([
      ['audits', ['a1']],
      ['commands', ['c2', 'c1']],
    ]);
  });

  it('what may be an id after all that is found', () => {
    const open = [entry('o', 'Open ZUID-25')];
    expect(shown('ZUID-25', [], { open })).toEqual([
      ['audits', ['a2']],
      ['open', ['o']],
    ]);
  });

  it('no more than a screen of audits, and tells how many there are', () => {
    const many = Array.from({ length: 500 }, (_, count) => entry(`m${count}`, `Many ${count}`));
    const [group] = shownGroups('many', { ...sources, audits: many }, []);
    expect([group?.entries.length, group?.count]).toEqual([12, 500]);
  });

  it.each([
    ['', 60],
    ['many', 12],
  ])('of 60 commands, where “%s” is typed: %d', (typed, entries) => {
    const many = Array.from({ length: 60 }, (_, count) => entry(`m${count}`, `Many ${count}`));
    const [group] = shownGroups(typed, { ...sources, commands: many }, []);
    expect([group?.entries.length, group?.count]).toEqual([entries, 60]);
  });
});

it('what is used last comes to the front of what was used before', () => {
  expect(withLast(['a', 'b'], 'b')).toEqual(['b', 'a']);
  expect(withLast(Array.from({ length: 30 }, String), 'x')).toHaveLength(20);
});

const audit = { label: 'Società Forno Vecchio 2025', terms: ['FORNO-25', 'Forno S.p.A.'] };

describe('how well something fits what is typed', () => {
  it.each([
    ['', 1],
    ['forno-25', 0],
    ['FORNO-25', 0],
    ['societa forno', 1],
    ['forno soc', 2],
    ['2025 vecchio', 2],
    ['ecchio', 3],
    ['s.p.a', 3],
    ['forno milano', null],
    ['x', null],
  ])('%j: %s', (typed, score) => {
    expect(fits(typed)(audit)).toBe(score);
  });
});

it('the best comes first, and of equals the one that stood first', () => {
  const entries = ['Rename', 'New audit', 'Open audit', 'Audit', 'Audits'].map((label) => ({
    label,
    terms: [],
  }));
  expect(best(entries, 'audit').map(({ label }) => label)).toEqual([
    'Audit',
    'Audits',
    'New audit',
    'Open audit',
  ]);
});
