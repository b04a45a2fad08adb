import type { Desk } from './desk.ts';
import { creation } from './two-firms.ts';

export const componentsPath = '/audits/consolidated/component-audits/';
export const usersPath = '/audits/audit/users/';

type Request = readonly [method: 'POST' | 'PATCH', path: string, body: object];

/** A request of every operation that takes a JSON body, each of which the two firms accept. */
export const goodRequests = {
  audit: ['POST', '/audits/', creation],
  component: ['POST', componentsPath, { legal_entity_ids: ['sub'], auditor_relation: 'inter_office' }],
  client: ['POST', '/client-organisations/', { id: 'c', name: 'C', country: 'NL' }],
  user: ['POST', usersPath, { id: "o'brien+audit@firm.example", role: 'audit_auditor' }],
  role: ['PATCH', `${usersPath}anna.smit%40firm.example/`, { role: 'audit_engagement_leader' }],
  scope: ['PATCH', `${componentsPath}component/`, { in_scope: false, out_of_scope_explanation: 'Small' }],
} as const satisfies Readonly<Record<string, Request>>;
export type GoodRequest = keyof typeof goodRequests;
export const goodRequestNames = Object.keys(goodRequests) as readonly GoodRequest[]; // keys of a literal: exactly these

/** Sends one of them with another body. */
export async function sendInstead(desk: Desk, name: GoodRequest, body: unknown): ReturnType<Desk['call']> {
  const [method, path] = goodRequests[name];
  return desk.call(method, path, { body });
}

/** All that the first firm's requests could have changed, to see that they have not. */
export async function stateOf(desk: Desk): Promise<readonly string[]> {
  const paths = ['/audits/', '/client-organisations/', componentsPath, usersPath, '/audits/component/'];
  const texts = [];
  for (const path of paths) texts.push((await desk.get(`${path}?page_size=100`)).text);
  return [...texts, (await desk.control('POST', '/firms/north/', {})).text];
}
