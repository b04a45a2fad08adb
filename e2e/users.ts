import { expect, type Page } from '@playwright/test';
import { authorization, meanwhile } from './meanwhile.ts';
import { requestsOf, type Service } from './service.ts';

// What a person does with users of audits, by the names on the screen (en-us), and what the service made of it.

/** From the list of audits to the users of one, by a part of its name. */
export async function openUsers(window: Page, name: string): Promise<void> {
  await window.getByRole('row', { name }).click();
  await window.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();
  await expect(window.getByRole('heading', { level: 2, name: /user/i })).toBeVisible();
}

/** From the users of an audit to a filled dialog that would assign these. */
export async function enterUsers(window: Page, addresses: string, role: string): Promise<void> {
  await window.getByRole('button', { name: 'Assign users' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(addresses);
  await dialog.getByRole('button', { name: /Role$/ }).click();
  await window.getByRole('option', { name: role }).click();
}

/** How the service answered writes to users, in order: method, audit, status. */
export async function userWrites(service: Service): Promise<readonly string[]> {
  const log = await requestsOf(service);
  return log
    .filter(({ method, path }) => method !== 'GET' && path.includes('/users/'))
    .map(({ method, path, status }) => `${method} ${path.split('/')[4]} ${status}`);
}

/** The addresses that an audit has, read past the app. */
export async function usersOf(service: Service, audit: string): Promise<readonly string[]> {
  const answer = await fetch(`${service.baseUrl}/api/v1/audits/${audit}/users/?page_size=100`, {
    headers: await authorization(service),
  });
  const list = (await answer.json()) as { readonly results: readonly { readonly id: string }[] }; // decisions.md §10.1
  return list.results.map(({ id }) => id);
}

/** The components that a group audit has, read past the app. */
async function componentsOf(service: Service, group: string) {
  const answer = await fetch(`${service.baseUrl}/api/v1/audits/${group}/component-audits/?page_size=100`, {
    headers: await authorization(service),
  });
  const list = (await answer.json()) as {
    readonly results: readonly {
      readonly id: string;
      readonly name: string;
      readonly legal_entity_ids: readonly string[];
    }[];
  }; // decisions.md §8.5
  return list.results;
}

/** The first legal entity of each component that a group audit has. */
export async function entitiesOfComponents(service: Service, group: string): Promise<readonly string[]> {
  return (await componentsOf(service, group)).map(({ legal_entity_ids: [first = ''] }) => first);
}

/** The id of the component of a group audit that has this name; empty where there is none. */
export async function componentNamed(service: Service, group: string, name: string): Promise<string> {
  return (await componentsOf(service, group)).find((each) => each.name === name)?.id ?? '';
}

/** Assigns somebody past the app, as a colleague does meanwhile. */
export function assignMeanwhile(
  service: Service,
  audit: string,
  user: { readonly id: string; readonly role: string },
): Promise<void> {
  return meanwhile(service, 'POST', `audits/${audit}/users/`, user);
}
