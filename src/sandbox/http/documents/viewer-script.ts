/** Starts the viewer, with what this page adds to it: the token, the examples, a search and names for what has none. */
export const viewerScript = `
const { token } = document.querySelector('#viewer').dataset;
const dark = matchMedia('(prefers-color-scheme: dark)');
const setScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setScheme);
setScheme();

const plugin = ({ React, specSelectors }) => {
  const e = React.createElement;

  const Sample = ({ source, id }) => {
    const [copied, setCopied] = React.useState('');
    const copy = () => navigator.clipboard.writeText(source).then(() => setCopied('Copied.'), () => setCopied('Not copied.'));
    return e('section', { className: 'samples', 'aria-label': 'Example of ' + id },
      e('div', { className: 'samples-bar' },
        e('h4', null, 'Example'),
        navigator.clipboard ? e('button', { type: 'button', className: 'samples-copy', onClick: copy }, 'Copy') : null,
        e('span', { role: 'status' }, copied)),
      e('pre', null, e('code', null, source)));
  };

  const withSample = (Responses) => (props) => {
    const operation = specSelectors.specJson().getIn(['paths', props.path, props.method])?.toJS() ?? {};
    const [sample] = operation['x-codeSamples'] ?? [];
    return e(React.Fragment, null,
      sample ? e(Sample, { source: sample.source, id: operation.operationId }) : null,
      e(Responses, props));
  };

  const nothing = () => () => null;
  return {
    wrapComponents: {
      responses: withSample,
      // A link inside a button. The address bar has the place once the operation is open.
      DeepLink: () => ({ text }) => e('span', null, text),
      // There is one server, and the login has given the token.
      ServersContainer: nothing,
      authorizeBtn: nothing,
      authorizeOperationBtn: nothing,
      TextArea: (TextArea) => (props) => e(TextArea, { 'aria-label': 'Body', ...props }),
    },
    fn: {
      opsFilter: (tagged, phrase) => {
        const words = phrase.toLowerCase().split(' ').filter(Boolean);
        const has = (tag, operation) => {
          const { summary = '', operationId = '' } = operation.get('operation').toJS();
          const text = [tag, summary, operationId, operation.get('path'), operation.get('method')].join(' ').toLowerCase();
          return words.every((word) => text.includes(word));
        };
        return tagged
          .map((group, tag) => group.set('operations', group.get('operations').filter((one) => has(tag, one))))
          .filter((group) => group.get('operations').size > 0);
      },
    },
  };
};

SwaggerUIBundle({
  url: '../schema/',
  dom_id: '#viewer',
  plugins: [plugin],
  validatorUrl: null,
  docExpansion: 'list',
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: false },
  requestInterceptor: (request) => {
    request.headers.Authorization = 'Bearer ' + token;
    return request;
  },
});

// The viewer gives these no name, or one that many have.
const mend = () => {
  for (const table of document.querySelectorAll('table[role=region]')) table.removeAttribute('role');
  document.querySelector('.operation-filter-input')?.setAttribute('aria-label', 'Search operations');
  document.querySelector('.filter')?.setAttribute('role', 'search');
  const overview = document.querySelector('.information-container');
  overview?.setAttribute('role', 'region');
  overview?.setAttribute('aria-label', 'Overview');
};
new MutationObserver(mend).observe(document.querySelector('#viewer'), { childList: true, subtree: true });
`;
