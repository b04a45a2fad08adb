import { expect, it } from 'vitest';
import english from '../../../words/en-us/screens/audit-wizard.json';
import italian from '../../../words/it/screens/audit-wizard.json';
import dutch from '../../../words/nl/screens/audit-wizard.json';
import { steps } from './steps.ts';

it.each([
  ['English', english, ['Decide', 'Choose', 'Choose', 'Set', 'Adjust', 'Name', 'Review']],
  ['Dutch', dutch, ['Beslis', 'Kies', 'Kies', 'Stel', 'Pas', 'Geef', 'Kijk']],
  ['Italian', italian, ['Decidere', 'Scegliere', 'Scegliere', 'Impostare', 'Regolare', 'Dare', 'Verificare']],
])('W7: the heading of every step begins with a verb in %s', (_, texts, verbs) => {
  expect(steps.map((step) => texts.heading[step].split(' ')[0])).toEqual(verbs);
});
