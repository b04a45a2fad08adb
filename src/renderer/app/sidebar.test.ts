import { expect, it } from 'vitest';
import { screenRow } from '../../shared/screens.ts';
import { sidebarScreens } from './screens.tsx';

it('Ctrl and a digit lead to the screens in the order in which they stand', () => {
  const keys = sidebarScreens.flatMap((name) => screenRow(name).go?.keys ?? []);
  expect(keys).toEqual([...Array.from({ length: 9 }, (_, index) => `Mod+${index + 1}`), 'Mod+,']);
});
