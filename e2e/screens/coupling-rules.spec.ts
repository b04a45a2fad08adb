import { expect, type Locator } from '@playwright/test';
import { candidate, couple, paste, rule, toCoupling, toReview } from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { create, creations, expectStep, goOn } from '../journeys.ts';
import { test } from '../screen.ts';

test.use({ firm: couplingFirm() });

const leaf = 'Noorderhaven Rederij B.V.';

/** The rule that a selection breaks, and all that a person reads there: the rule, why, which ids, what to do. */
const broken: readonly (readonly [1 | 3 | 4 | 5 | 6 | 7, readonly string[], readonly string[]])[] = [
  [
    1,
    ['LOW'],
    [
      '1 Every id is a component audit',
      'Not met',
      'No component audit of your firm.',
      'LOW',
      'Remove it. Group audits and single audits cannot be coupled; component audits can.',
    ],
  ],
  [
    3,
    ['HIGH/leaf', 'ISLAND/leaf'],
    [
      '3 All belong to one audit network',
      'Seems not met',
      'The app may be wrong here. You can send it anyway: the service decides.',
      'In a different network.',
      `${leaf} (HIGH/leaf)`,
      'In a different network.',
      `${leaf} (ISLAND/leaf)`,
      'Keep the components of one network.',
    ],
  ],
  [
    4,
    ['HIGH/taken'],
    [
      '4 None is archived or coupled already',
      'Not met',
      'Coupled to TAKEN already.',
      'Cantieri Portonuovo S.r.l. (HIGH/taken)',
      'Remove it, or choose the component of another group.',
    ],
  ],
  [
    4,
    ['OLD/leaf'],
    [
      '4 None is archived or coupled already',
      'Seems not met',
      'The app may be wrong here. You can send it anyway: the service decides.',
      'It or its group audit is archived or being deleted.',
      `${leaf} (OLD/leaf)`,
      'Remove it.',
    ],
  ],
  [
    5,
    ['HIGH/leaf', 'EARLIER/leaf'],
    [
      '5 Work package, scoping label, period and legal entity are the same',
      'Not met',
      'Different: Period start.',
      `${leaf} (HIGH/leaf): Jan 1, 2026`,
      `${leaf} (EARLIER/leaf): Jan 1, 2025`,
      'Different: Period end.',
      `${leaf} (HIGH/leaf): Dec 31, 2026`,
      `${leaf} (EARLIER/leaf): Dec 31, 2025`,
      'Keep those that agree.',
    ],
  ],
  [
    6,
    ['HIGH/pair'],
    [
      '6 Component and group have exactly one legal entity each',
      'Seems not met',
      'The app may be wrong here. You can send it anyway: the service decides.',
      'The component has 2 legal entities.',
      'Cantieri Portonuovo S.r.l. & North Harbor Lines, Inc. (HIGH/pair)',
      'Exactly one is needed. Choose a component of one legal entity.',
    ],
  ],
  [
    7,
    ['HIGH/leaf', 'EARLIER/leaf'],
    [
      '7 The audit has the values of the initialising component',
      'Seems not met',
      'The app may be wrong here. You can send it anyway: the service decides.',
      'Groups at the same height in the legal entity tree, with different values.',
      `${leaf} (HIGH/leaf)`,
      `${leaf} (EARLIER/leaf)`,
      'Keep one of them.',
    ],
  ],
];

/** What stands in a rule, line by line. */
async function lines(item: Locator): Promise<readonly string[]> {
  const text = await item.innerText();
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '');
}

test('P2, P8: each rule that is broken or seems so says why, by which and what to do, and Continue leads to the first broken one', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  for (const [number, ids, words] of broken) {
    await paste(window, ids);
    const state = words[1] === 'Not met' ? 'Not met' : 'Seems not met';
    const row = rule(window, number, state);
    await expect.poll(() => lines(row)).toEqual(words);
    if (state === 'Not met') {
      await goOn(window);
      await expect(window.locator('[data-failing]').first()).toBeFocused();
      await expectStep(window, 'Coupling');
    }
    await row.getByRole('button').first().click();
    const tags = window.getByRole('button', { name: /^Remove / });
    await expect(window.locator('[data-chosen] button:focus')).toHaveCount(1);
    for (const _ of ids) await tags.first().click();
    await expect(tags).toHaveCount(0);
  }
  expect(await creations(sandbox)).toEqual([]);
});

test('P7: rule 2 cannot be broken in the wizard', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await paste(window, ['HIGH/leaf', 'HIGH/leaf']);
  await paste(window, ['HIGH/leaf']);
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await candidate(window, 'Noorderhaven group 2026').filter({ hasText: leaf }).click(); // chosen: it is taken out
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  expect(await creations(sandbox)).toEqual([]);
});

test('P4: rule 7’s comparison cannot be broken in the wizard; where the service finds it broken, its words stand at the rule', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await paste(window, ['HIGH/leaf', 'LOW/leaf']);
  const filled: readonly (readonly [string, string])[] = [
    ['Client organisation', 'Noorderhaven Groep N.V. (noorderhaven)'],
    ['Legal entity', `${leaf} (NH-11)`],
    ['Work package', 'Statutory audit 2025.10 (statutory-2025.10)'],
    ['Scoping label', 'Large'],
    ['Period start', 'Jan 1, 2026'],
    ['Period end', 'Dec 31, 2026'],
  ];
  const expectFilled = async () => {
    for (const [name, value] of filled) {
      const field = window.getByRole('textbox', { name, exact: true });
      await expect(field).toHaveValue(value);
      await expect(field).toHaveAttribute('readonly', '');
    }
  };
  await expectFilled();
  await toReview(window);
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: 1,
    kind: 'status',
    status: 400,
    body: { period_start: ['Must be 2026-02-01, as in the initialising component audit HIGH/leaf.'] },
  });
  await create(window);
  await expectStep(window, 'Coupling');
  await expect
    .poll(() => lines(rule(window, 7, 'Refused by the service')))
    .toEqual([
      '7 The audit has the values of the initialising component',
      'Refused by the service',
      'The service says: “period_start: Must be 2026-02-01, as in the initialising component audit HIGH/leaf.”',
    ]);
  await expectFilled();
});
