import { expect, type Page } from '@playwright/test';
import { goTo, openTreeOf } from '../component-tree.ts';
import { candidate, couple, couplingsOf, paste, showIneligible, toCoupling, toReview } from '../coupling.ts';
import { halfCoupledFirm, longNamesFirm, threeTierFirm } from '../fixtures/coupling-firm.ts';
import { create, expectCreated, expectStep, passUntil } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { progressOf } from '../plans.ts';
import { countPresses } from '../presses.ts';
import { allAnswered } from '../quiet.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';

// An audit is coupled when it is created or never (specification, "Coupling rules"), so all components that it can be coupled to are proposed.

test.use({ firm: threeTierFirm() });

/** What the service couples to one audit, from each of the groups that have a component of the legal entity. */
async function coupledTo(sandbox: Service, year = ''): Promise<readonly (readonly string[])[]> {
  const ofGroups = await Promise.all(
    ['TOP', 'MID', 'LOW'].map((group) => couplingsOf(sandbox, `${group}${year}`)),
  );
  return ofGroups.map((couplings) =>
    couplings.filter(({ entities }) => entities.includes('NH-11')).flatMap(({ itsCoupling }) => itsCoupling),
  );
}

async function createTheAudit(window: Page): Promise<void> {
  await goTo(window, 'Noorderhaven Rederij');
  await window
    .getByRole('group', { name: 'Detail' })
    .getByRole('button', { name: 'Create the audit for this component' })
    .click();
  await expectStep(window, 'Review');
}

const all = ['TOP/leaf', 'MID/leaf', 'LOW/leaf'];

test('the audit for a component is coupled to all of its legal entity in the network: 3 presses', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTreeOf(window, 'Noorderhaven group 2026');
  const presses = await countPresses(window);
  await createTheAudit(window);
  await expect(window.getByText('coupled to 3 component audits.')).toBeVisible();
  await expect(window.getByText('can be coupled only now')).toBeHidden();
  await create(window);
  await expectCreated(window);
  expect(await presses()).toBeLessThanOrEqual(3);
  expect(await coupledTo(sandbox)).toEqual([all, all, all]);
});

test('one that is left out is named at the review, where one act adds it', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openTreeOf(window, 'Cantieri Portonuovo group 2026');
  await createTheAudit(window);
  await window.getByRole('link', { name: 'Edit Coupling' }).click();
  for (const id of ['MID/leaf', 'TOP/leaf'])
    await window.getByRole('button', { name: `Remove Noorderhaven Rederij B.V. (${id})` }).click();
  await window.getByRole('button', { name: 'Return to review' }).click();
  const coupling = window.getByRole('region', { name: 'Coupling', exact: true });
  const title = 'Components of this legal entity that can be coupled only now: 2 more';
  await expect(coupling).toContainText(title);
  await expect(coupling).toContainText(
    'Noorderhaven Rederij B.V. in Noorderhaven Scheepvaart group 2026 (MID/leaf)',
  );
  await expect(window.getByText('coupled to 1 component audit.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await coupling.getByRole('button', { name: 'Couple these too' }).click();
  await expect(coupling).not.toContainText(title);
  await expect(window.getByText('coupled to 3 component audits.')).toBeVisible();
  await create(window);
  await expectCreated(window);
  expect((await coupledTo(sandbox))[2]?.toSorted()).toEqual(all.toSorted());
});

test('what is chosen first in the picker brings the others; pasted ids are taken as they are', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await candidate(window, 'Cantieri Portonuovo group 2026').click();
  const removals = window.getByRole('button', { name: /^Remove / });
  await expect(removals).toHaveCount(3);
  for (let left = 2; left >= 0; left -= 1) {
    await removals.first().click();
    await expect(removals).toHaveCount(left);
  }
  await paste(window, ['MID/leaf']);
  await expect(removals).toHaveCount(1);
  await toReview(window);
  await expect(
    window.getByText('Components of this legal entity that can be coupled only now: 2 more'),
  ).toBeVisible();
});

test.describe('an audit that was coupled in part last year', () => {
  test.use({ firm: halfCoupledFirm() });

  test('is rolled forward with all that it can be coupled to, and what is left out is said', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, putForward, traffic } = await renderApp({
      service: sandbox,
      at: '/audits/roll-forward?audit=TOP',
    });
    await window.setViewportSize({ width: 1_280, height: 720 });
    const grid = window.getByRole('treegrid', { name: /^Next period of/ });
    await grid.getByRole('row', { name: /^Noorderhaven Rederij 2027/ }).click();
    const panel = window.getByRole('group', { name: 'Selected row' });
    const more = panel.getByRole('group', { name: 'Also couple to' });
    await expect(more.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(
      panel.getByText(/Now also coupled to .*Scheepvaart group 2027.*Portonuovo group 2027/),
    ).toBeVisible();
    const last = more.getByText('Cantieri Portonuovo group 2027');
    await last.click();
    await expect(
      panel.getByText(/^.*Not coupled to .*Portonuovo group 2027.*not possible later\.$/),
    ).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await last.click();
    await expect(panel.getByText(/Not coupled to/)).toBeHidden();
    await window.getByRole('button', { name: /^Affirm \d+ unchanged$/ }).click();
    await window.getByRole('button', { name: 'Affirm 1 out of scope or inter-firm…' }).click();
    await window
      .getByRole('dialog')
      .getByRole('button', { name: /^Affirm / })
      .click();
    await window.getByRole('button', { name: /^Leave out \d+ legal entit/ }).click();
    await window.getByRole('button', { name: /^Works in audit: No \(\d+\)$/ }).click();
    await window.getByRole('button', { name: /^Create \d+ items$/ }).click();
    await passUntil(sandbox, { putForward }, () => progressOf(traffic()).state === 'ended');
    const couplings = (await coupledTo(sandbox, '-2027')).flat();
    expect(couplings).toHaveLength(9);
    expect(new Set(couplings).size).toBe(3);
  });
});

test.describe('a network of long names that begin alike', () => {
  test.use({ firm: longNamesFirm(12) });

  test('the picker of a component reads its client’s groups, opens on what can be coupled, and no two rows read the same', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.setViewportSize({ width: 1_280, height: 720 });
    await openTreeOf(window, 'Koninklijke Noorderhaven Energie en Netbeheer group T3 2026');
    await goTo(window, 'Koninklijke Noorderhaven Energie en Netbeheer 007');
    await allAnswered(window, sandbox);
    const since = (await requestsOf(sandbox)).length;
    await window.getByRole('button', { name: 'Create the audit for this component' }).click();
    await expectStep(window, 'Review');
    await window.getByRole('link', { name: 'Edit Coupling' }).click();
    await expect(candidate(window, '/NE-007')).toHaveCount(3);
    await allAnswered(window, sandbox);
    const lists = (await requestsOf(sandbox))
      .slice(since)
      .filter(({ path }) => !/^\/api\/v1\/audits\/[^/]+\/$/.test(path));
    expect(lists.length).toBeLessThanOrEqual(1 + 3);
    await expect(candidate(window, '/')).toHaveCount(3); // the others cannot be coupled to these
    await showIneligible(window);
    await expect(candidate(window, 'NE-001').first()).toBeVisible();
    const rows = await candidate(window, '/').evaluateAll((shown) =>
      shown.map((row) =>
        [...row.querySelectorAll<HTMLElement>('[role=gridcell], [role=rowheader]')]
          .filter((cell) => cell.scrollWidth <= cell.clientWidth)
          .map((cell) => cell.textContent)
          .join('|'),
      ),
    );
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(new Set(rows).size).toBe(rows.length);
    expect(await accessibilityFaults(window)).toEqual([]);
  });
});
