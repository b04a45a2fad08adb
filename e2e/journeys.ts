import { expect, type Locator, type Page } from '@playwright/test';
import { answersTo, type Service } from './service.ts';

// What a person does, step by step and by the names on the screen (en-us). Each ends where the next thing can be done.

/** From the first screen to the list of audits of a service, by a connection that is entered, tested and saved. */
export async function connect(
  window: Page,
  service: Pick<Service, 'baseUrl' | 'clientId' | 'clientSecret'>,
  { name = 'Kantoor Noord', kind = 'Test' }: { name?: string; kind?: 'Test' | 'Production' } = {},
): Promise<void> {
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, service, { name, kind });
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
}

/** Fills the form of a connection without sending it. */
export async function enterConnection(
  window: Page,
  service: Pick<Service, 'baseUrl' | 'clientId' | 'clientSecret'>,
  { name, kind }: { name: string; kind: 'Test' | 'Production' },
): Promise<void> {
  await window.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await choose(window, kind);
  await window.getByRole('textbox', { name: 'Base URL' }).fill(service.baseUrl);
  await window.getByRole('textbox', { name: 'Client id' }).fill(service.clientId);
  await window.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
}

export interface Wanted {
  readonly type?: AuditKind;
  readonly client?: string;
  readonly label?: string;
  readonly year?: string;
  readonly language?: string;
  readonly name?: string;
  readonly id?: string;
}

type AuditKind = 'Single audit' | 'Consolidated audit';

/** From the list of audits to the first question of the wizard: coupling. */
export async function beginAudit(window: Page, type: AuditKind): Promise<void> {
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await window.getByRole('menuitem', { name: type }).click();
  await expectStep(window, 'Coupling');
}

/** From the first question of the wizard to the client of an audit that is coupled to nothing. */
export async function uncoupled(window: Page): Promise<void> {
  await expectStep(window, 'Coupling');
  await choose(window, 'Create without coupling');
  await goOn(window);
  await expectStep(window, 'Client');
}

/** From the list of audits to the client of a new audit that is coupled to nothing. */
export async function openWizard(window: Page, type: AuditKind): Promise<void> {
  await beginAudit(window, type);
  await uncoupled(window);
}

/** From the list of audits to the review of a new one; answers nothing: the review shows it. */
export async function enterAudit(window: Page, wanted: Wanted = {}): Promise<void> {
  const { type = 'Consolidated audit', client = 'Noorderhaven Groep N.V.', label = 'Large' } = wanted;
  await openWizard(window, type);
  await chooseClient(window, client);
  await goOn(window);
  await expectStep(window, 'Methodology');
  await choose(window, label);
  await goOn(window);
  await expectStep(window, 'Period and language');
  await window.getByRole('button', { name: wanted.year ?? '2025', exact: true }).click();
  await choose(window, wanted.language ?? 'Nederlands (Dutch)');
  await goOn(window);
  await expectStep(window, 'Settings');
  await goOn(window);
  await expectStep(window, 'Name and id');
  if (wanted.name !== undefined)
    await window.getByRole('textbox', { name: 'Name', exact: true }).fill(wanted.name);
  if (wanted.id !== undefined) await window.getByRole('textbox', { name: 'Id', exact: true }).fill(wanted.id);
  await goOn(window);
  await expectStep(window, 'Review');
}

/** Chooses a client in the wizard by searching for it, and its root legal entity. */
export async function chooseClient(window: Page, client: string): Promise<void> {
  await window.getByRole('combobox', { name: 'Client organisation' }).fill(client.slice(0, 6));
  await window.getByRole('option', { name: client }).click();
  await window.getByRole('row', { name: client }).first().click();
}

/** Makes a client in the first step of the wizard; its dialog closes when it is created. */
export async function newClient(window: Page, name: string): Promise<void> {
  await window.getByRole('button', { name: 'New client' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Netherlands');
  await window.getByRole('option', { name: /^Netherlands/ }).click();
  await dialog.getByRole('button', { name: 'Create client' }).click();
}

/** Chooses one of several by a click on its label, which is what a person sees. */
export async function choose(window: Page, name: string): Promise<void> {
  const radio = window.getByRole('radio', { name, exact: true });
  await window.locator('label', { has: radio }).click();
  await expect(radio).toBeChecked();
}

export async function goOn(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Continue' }).click();
}

export async function create(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Create audit' }).click();
}

/** Waits until the wizard is at a step, by the title that the step has in the list of steps. */
export async function expectStep(window: Page, title: string): Promise<void> {
  const steps = window.getByRole('navigation', { name: 'Steps' });
  await expect(steps.locator('[aria-current=step]')).toContainText(title);
}

/** Waits for the page that confirms a creation. */
export async function expectCreated(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { level: 1, name: 'Audit created' })).toBeVisible();
}

/** Has the app look whether the service is back, and waits until it is; the app may notice by itself before. */
export async function retryNow(window: Page): Promise<void> {
  const away = window.getByRole('region', { name: 'Connection to the service' });
  await expect(async () => {
    if (await away.isVisible())
      await away.getByRole('button', { name: 'Retry now' }).click({ timeout: 2_000 });
    await expect(away).toBeHidden({ timeout: 2_000 });
  }).toPass();
}

/** Lets the time of service and app pass, a minute and a quarter at once, until this is so. */
export async function passUntil(
  service: Pick<Service, 'control'>,
  { putForward }: { readonly putForward: (seconds: number) => Promise<void> },
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await isSo()) return true;
        await service.control('POST', 'clock/', { advance_seconds: 75 });
        await putForward(75);
        return false;
      },
      { timeout: 90_000, intervals: [1_000] },
    )
    .toBe(true);
}

/** What the service answered to the creations of audits, in order, by its own log. */
export function creations(service: Service): Promise<readonly (number | null)[]> {
  return answersTo(service, '/api/v1/audits/');
}

/** By the specification, "Paginated list envelope". */
interface ListPage<Entry> {
  readonly results: readonly Entry[];
  readonly next: string | null;
}

/** Affirms all scopes of a roll-forward: those that are affirmed apart with a sentence. */
export async function affirmScopes(window: Page): Promise<void> {
  await window.getByRole('button', { name: /^Affirm \d+ unchanged$/ }).click();
  await window.getByRole('button', { name: /^Affirm \d+ out of scope or inter-firm…$/ }).click();
  const dialog = window.getByRole('dialog', { name: 'Out of scope or inter-firm' });
  await dialog.getByRole('textbox').fill('All as last year.');
  await dialog.getByRole('button', { name: /^Affirm \d+ at once$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The ids of all audits that the service has, read past the app. */
export async function auditIds(service: Service): Promise<readonly string[]> {
  const audits = await listOf<{ readonly id: string }>(service, 'audits/');
  return audits.map(({ id }) => id);
}

/** A whole list of the service, by its path below that of the API, read past the app with a token of its own. */
export async function listOf<Entry>(service: Service, path: string): Promise<readonly Entry[]> {
  const token = (await (
    await fetch(`${service.baseUrl}/api/v1/oauth/token/`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: service.clientId,
        client_secret: service.clientSecret,
      }),
    })
  ).json()) as { readonly access_token: string }; // specification, "Access token response"
  const entries: Entry[] = [];
  let next: string | null = `${service.baseUrl}/api/v1/${path}?page_size=100`;
  while (next !== null) {
    const answer: Response = await fetch(next, {
      headers: { Authorization: `Bearer ${token.access_token}` },
    });
    const list = (await answer.json()) as ListPage<Entry>;
    entries.push(...list.results);
    next = list.next;
  }
  return entries;
}

/** What tells for a while that something succeeded. */
export function toast(window: Page, text: string | RegExp): Locator {
  return window.locator('[popover]', { hasText: text });
}
