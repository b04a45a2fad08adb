import { expect, it } from 'vitest';
import { html } from './html.ts';

it.each([
  ['text is text', html`<p>${`<b>&"'`}</p>`, '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
  ['HTML is HTML', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
  ['lists, numbers and nothing', html`${['a', html`<br>`, null, ['>']]}${5}`, 'a<br>&gt;5'],
])('%s', (_, { html: written }, expected) => {
  expect(written).toBe(expected);
});
