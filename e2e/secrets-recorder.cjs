// Loaded into the main process before the app (`electron -r`): writes down, outside of all that the app may write to, which
// secrets it sent to a service and which tokens it got, so that they can be looked for where they must not be.
const { appendFileSync } = require('node:fs');
const { net } = require('electron');

const file = process.env.AUDIT_DESK_SECRETS;
delete process.env.AUDIT_DESK_SECRETS;
const write = (secret) => {
  if (typeof secret === 'string' && secret !== '') appendFileSync(file, `${JSON.stringify(secret)}\n`);
};

const request = net.request.bind(net);
net.request = (options) => {
  const sent = request(options);
  if (!options.url.endsWith('/oauth/token/')) return sent;
  const end = sent.end.bind(sent);
  sent.end = (body) => {
    write(new URLSearchParams(body).get('client_secret'));
    return end(body);
  };
  sent.on('response', (answer) => {
    const chunks = [];
    const push = answer.push.bind(answer);
    answer.push = (chunk) => {
      if (chunk === null) write(tokenIn(Buffer.concat(chunks).toString()));
      else chunks.push(chunk);
      return push(chunk);
    };
  });
  return sent;
};

function tokenIn(text) {
  try {
    const token = JSON.parse(text).access_token;
    return typeof token === 'string' && token.length >= 20 ? token : null; // the app uses no shorter one, which may be a word
  } catch {
    return null; // a fault of the test's: no token
  }
}
