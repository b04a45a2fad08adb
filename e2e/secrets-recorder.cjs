// Loaded into the main process before the app (`electron -r`): writes down, outside of all that the app may write to, which
// secrets it sent to a service and which tokens it got, so that they can be looked for where they must not be.
const { appendFileSync } = require('node:fs');
const { net } = require('electron');

const file = process.env.AUDIT_DESK_SECRETS;
delete process.env.AUDIT_DESK_SECRETS;
const write = (secret) => {
  if (typeof secret === 'string' && secret !== '') appendFileSync(file, `${JSON.stringify(secret)}\n`);
};

const fetch = net.fetch.bind(net);
net.fetch = async (url, init) => {
  if (!url.endsWith('/oauth/token/')) return fetch(url, init);
  write(new URLSearchParams(init.body).get('client_secret'));
  const answer = await fetch(url, init);
  const content = await answer
    .clone()
    .json()
    .catch(() => null); // a fault of the test's: no token
  const token = content?.access_token;
  if (typeof token === 'string' && token.length >= 20) write(token); // the app uses no shorter one, which may be a word
  return answer;
};
