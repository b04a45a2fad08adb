import { expect, it } from 'vitest';
import english from '../../../words/en-us/screens/audit-wizard.json';
import italian from '../../../words/it/screens/audit-wizard.json';
import dutch from '../../../words/nl/screens/audit-wizard.json';
import { steps } from './steps.ts';

it.each([
  ['English', english, ['Coupling', 'Choose', 'Choose', 'Set', 'Adjust', 'Name', 'Review']],
  ['Dutch', dutch, ['Koppeling', 'Kies', 'Kies', 'Stel', 'Pas', 'Geef', 'Kijk']],
  ['Italian', italian, ['Collegamento', 'Scegli', 'Scegli', 'Imposta', 'Regola', 'Dai', 'Verifica']],
])('W7: the heading of every step but the one for coupling begins with a verb in %s', (_, texts, verbs) => {
  expect(steps.map((step) => texts.heading[step].split(' ')[0])).toEqual(verbs);
});
