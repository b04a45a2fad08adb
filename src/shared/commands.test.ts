import { expect, it } from 'vitest';
import { commandIds, reasonAgainst, type WindowState } from './commands.ts';

const able: WindowState = {
  hasConnection: true,
  isReadOnly: false,
  hasList: true,
  canGoBack: true,
  canGoForward: true,
  hasOtherAudit: true,
  actions: new Set(['star-audit', 'delete-audit', 'roll-forward']),
  canUndo: true,
  canRedo: true,
  zoom: 1,
};

it('where everything is there, everything can be done', () => {
  expect(commandIds.filter((id) => reasonAgainst(id, able) !== null)).toEqual([]);
});

it.each([
  ['filter', { hasList: false }, 'noList'],
  ['back', { canGoBack: false }, 'noScreen'],
  ['forward', { canGoForward: false }, 'noScreen'],
  ['delete-audit', { actions: new Set<string>() }, 'noAudit'],
  ['roll-forward', { actions: new Set(['star-audit']) }, 'noAudit'],
  ['recent-audit', { hasOtherAudit: false }, 'noOtherAudit'],
  ['new-audit', { hasConnection: false }, 'noConnection'],
  ['new-audit', { isReadOnly: true }, 'readOnly'],
  ['go-users', { hasConnection: false }, 'noConnection'],
  ['go-settings', { hasConnection: false }, null],
  ['zoom-in', { zoom: 3 }, 'noSize'],
  ['zoom-out', { zoom: 3 }, null],
  ['zoom-out', { zoom: 0.5 }, 'noSize'],
] as const)('%s with %o: %s', (id, lacks, reason) => {
  expect(reasonAgainst(id, { ...able, ...lacks })).toBe(reason);
});
