import { expect, it } from 'vitest';
import { messages as english } from '../../messages/en-us/messages.ts';
import { messages as italian } from '../../messages/it/messages.ts';
import { messages as dutch } from '../../messages/nl/messages.ts';
import { steps } from './steps.ts';

it.each([
  ['English', english, ['Choose', 'Choose', 'Set', 'Adjust', 'Decide', 'Name', 'Review']],
  ['Dutch', dutch, ['Kies', 'Kies', 'Stel', 'Pas', 'Beslis', 'Geef', 'Kijk']],
  ['Italian', italian, ['Scegliere', 'Scegliere', 'Impostare', 'Regolare', 'Decidere', 'Dare', 'Verificare']],
])('W7: the heading of every step begins with a verb in %s', (_, { 'audit-wizard': texts }, verbs) => {
  expect(steps.map((step) => texts.heading[step].split(' ')[0])).toEqual(verbs);
});
