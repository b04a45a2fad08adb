import { baseUrl, component, coupledTo, credentials, groupOf, must, mustBe } from './group';
import { auditsCreate, componentsCreate, componentsList, tokensIssue } from './made/hey-api';
import { client } from './made/hey-api/client.gen';

client.setConfig({ baseUrl });
const issued = await tokensIssue({ body: credentials });
client.setConfig({ baseUrl, auth: must(issued.data, issued.error).access_token });
const made = await auditsCreate({ body: groupOf('hey/group') });
const group = must(made.data, made.error);
mustBe(group.status, 'open');
const added = await componentsCreate({ path: { audit_id: group.id }, body: component });
const one = must(added.data, added.error);
const coupled = await auditsCreate({ body: coupledTo('hey/single', one.id) });
mustBe(must(coupled.data, coupled.error).coupled_component_audit_ids, [one.id]);
const listed = await componentsList({ path: { audit_id: group.id } });
mustBe(must(listed.data, listed.error).results[0]?.coupled_entity_audit_id, 'hey/single');
const refused = await auditsCreate({ body: coupledTo('hey/again', one.id) });
mustBe(refused.response?.status, 400);
