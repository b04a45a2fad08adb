import { expect, it } from 'vitest';
import { html, prose, sentence } from './html.ts';

it.each([
  ['text is text', html`<p>${`<b>&"'`}</p>`, '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
  ['HTML is HTML', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
  ['lists, numbers and nothing', html`${['a', html`<br>`, null, ['>']]}${5}`, 'a<br>&gt;5'],
  ['code in a sentence', sentence('a `<b>` c'), 'a <code>&lt;b&gt;</code> c'],
  [
    'blocks',
    prose('One `two`.\n\n## Three\n\n1. a\n2. b'),
    '<p>One <code>two</code>.</p><h2 id="three">Three</h2><ol><li>a</li><li>b</li></ol>',
  ],
])('%s', (_, { html: written }, expected) => {
  expect(written).toBe(expected);
});
