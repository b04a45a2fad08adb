import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Fixture } from './fixtures/fixture-file.ts';
import { smallFirm } from './fixtures/small-firm.ts';

// What a person does with teams, by the names on the screen (en-us).

/** The small firm with four more audits: two open, one that is being initialised, one with somebody of the team in it. */
export function teamsFirm(): Fixture {
  const small = smallFirm();
  return {
    ...small,
    firms: small.firms.map((each) => {
      const [first] = each.audits ?? [];
      if (first === undefined) return each;
      const more = (id: string, rest: object) => ({
        ...first,
        id,
        name: `Engagement ${id}`,
        audit_type: 'single' as const,
        status: 'open' as const,
        users: [],
        ...rest,
      });
      const marco = [{ id: 'marco.tosi@kantoor.example', role: 'audit_auditor' }];
      return {
        ...each,
        audits: [
          ...(each.audits ?? []),
          more('A', {}),
          more('B', {}),
          more('C', { status: 'initializing' }),
          more('D', { users: marco }),
        ],
      };
    }),
  };
}

/** From any screen to the teams. */
export async function openTeams(window: Page): Promise<void> {
  await window.getByRole('link', { name: 'Users', exact: true }).click();
}

async function addMember(window: Page, address: string, role: string): Promise<void> {
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Addresses to add' }).fill(address);
  await dialog.getByRole('button', { name: /Role$/ }).last().click();
  await window.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Add to the team' }).click();
  await expect(dialog.getByRole('list', { name: 'Members' })).toContainText(address);
}

/** A new team of two, not saved yet. */
export async function makeTeam(window: Page, name: string): Promise<void> {
  await openTeams(window);
  await window.getByRole('button', { name: 'New team' }).click();
  await window.getByRole('textbox', { name: 'Name of the team' }).fill(name);
  await addMember(window, 'Marco.Tosi@kantoor.example', 'audit_engagement_leader');
  await addMember(window, 'ilse.brand@kantoor.example', 'audit_auditor');
}
