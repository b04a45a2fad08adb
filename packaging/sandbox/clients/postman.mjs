/** A Postman collection of an OpenAPI document: each operation with its examples, in an order in which they can be carried out. */
export function postmanCollection({ info, paths }) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ path, method: method.toUpperCase(), operation }],
    ),
  );
  // The token first, and last what removes something.
  const order = ({ operation: { operationId: id } }) =>
    id === 'tokens.issue' ? 0 : /delete|remove/.test(id) ? 2 : 1;
  return {
    info: {
      name: info.title,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: ['base_url', 'client_id', 'client_secret', 'token'].map((key) => ({ key, value: '' })),
    item: all.toSorted((one, other) => order(one) - order(other)).map(itemOf),
  };
}

function itemOf({
  path,
  method,
  operation: { operationId, summary, parameters = [], requestBody, responses },
}) {
  const ids = new Map(parameters.map(({ name, example }) => [name, encodeURIComponent(example)]));
  const [[type, { example }] = ['', {}]] = Object.entries(requestBody?.content ?? {});
  const status = Object.keys(responses).find((each) => each.startsWith('2'));
  const isToken = operationId === 'tokens.issue';
  const script = [
    `pm.test(${JSON.stringify(`${summary}: ${status}`)}, () => pm.response.to.have.status(${status}));`,
    ...(isToken ? ["pm.collectionVariables.set('token', pm.response.json().access_token);"] : []),
  ];
  return {
    name: summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    request: {
      method,
      url: `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, (_, id) => ids.get(id))}`,
      ...(isToken ? { auth: { type: 'noauth' } } : {}),
      ...(type === '' ? {} : { header: [{ key: 'Content-Type', value: type }], body: bodyOf(type, example) }),
    },
  };
}

function bodyOf(type, example) {
  if (type === 'application/json') return { mode: 'raw', raw: JSON.stringify(example, null, 2) };
  const known = { client_id: '{{client_id}}', client_secret: '{{client_secret}}' };
  const fields = Object.entries({ ...example, ...known });
  return { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value })) };
}
