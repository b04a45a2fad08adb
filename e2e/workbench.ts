import { test as base, expect, type Page } from '@playwright/test';
import { type Service, startService } from './service.ts';

// The sandbox's workbench for a test: its page, and a client that sends requests.

export interface Client {
  readonly send: (method: string, path: string, body?: unknown) => Promise<number>;
  readonly token: string;
}

export async function logIn({ baseUrl, clientId, clientSecret }: Service): Promise<Client> {
  const answer = await fetch(`${baseUrl}/api/v1/oauth/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string }; // as the specification has it
  return {
    token,
    send: async (method, path, body) => {
      const { status } = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return status;
    },
  };
}

export const test = base.extend<{ readonly service: Service; readonly client: Client; readonly bench: Page }>(
  {
    service: async ({}, provide) => {
      const service = await startService();
      await provide(service);
      await service.end();
    },
    client: async ({ service }, provide) => {
      await provide(await logIn(service));
    },
    bench: async ({ page, service }, provide) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        // What the control plane refuses is a sentence on the page, and a line of the browser's own.
        if (!/status of 4\d\d/.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${service.baseUrl}/__sandbox/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await provide(page);
      expect(complaints).toEqual([]);
    },
  },
);

export const row = (bench: Page, name: string | RegExp) =>
  bench.getByRole('grid', { name: 'Requests, newest first' }).getByRole('row', { name });
