import createClient from 'openapi-fetch';
import { baseUrl, component, coupledTo, credentials, groupOf, must, mustBe } from './group';
import type { paths } from './made/openapi-typescript';

const client = createClient<paths>({ baseUrl });
const issued = await client.POST('/api/v1/oauth/token/', {
  body: credentials,
  bodySerializer: (body) => new URLSearchParams(body),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});
const { access_token: token } = must(issued.data, issued.error);
client.use({
  onRequest: ({ request }) => {
    request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
});
const made = await client.POST('/api/v1/audits/', { body: groupOf('fetch/group') });
const group = must(made.data, made.error);
mustBe(group.status, 'open');
const added = await client.POST('/api/v1/audits/{audit_id}/component-audits/', {
  params: { path: { audit_id: group.id } },
  body: component,
});
const one = must(added.data, added.error);
const coupled = await client.POST('/api/v1/audits/', { body: coupledTo('fetch/single', one.id) });
mustBe(must(coupled.data, coupled.error).coupled_component_audit_ids, [one.id]);
const listed = await client.GET('/api/v1/audits/{audit_id}/component-audits/', {
  params: { path: { audit_id: group.id } },
});
mustBe(must(listed.data, listed.error).results[0]?.coupled_entity_audit_id, 'fetch/single');
const refused = await client.POST('/api/v1/audits/', { body: coupledTo('fetch/again', one.id) });
mustBe(refused.response.status, 400);
