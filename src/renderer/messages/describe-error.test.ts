import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../shared/error.ts';
import { faultReasons } from '../../shared/fault-reason.ts';
import { describeError } from './describe-error.ts';
import { messages as english } from './en-us/messages.ts';
import { messages as italian } from './it/messages.ts';
import { messages as dutch } from './nl/messages.ts';

const instance = createInstance();
await instance.init({
  resources: { 'en-us': english, nl: dutch, it: italian },
  lowerCaseLng: true,
  fallbackLng: false,
  interpolation: { escapeValue: false },
});

describe.each(['en-us', 'nl', 'it'])('failures in %s', (language) => {
  const t = instance.getFixedT(language, 'errors');

  it.each(errorCodes)('%s: what happened, what it means, what to do', (code) => {
    const { happened, meaning, remedy } = describeError({ code }, t);
    for (const sentence of [happened, meaning, remedy]) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(new Set([happened, meaning, remedy]).size).toBe(3);
  });

  it.each(faultReasons)('%s: the layer is named before the general words', (reason) => {
    const { happened, meaning, remedy, details } = describeError({ code: 'tls', reason }, t);
    for (const sentence of [happened, meaning, remedy]) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(happened).not.toBe(describeError({ code: 'tls' }, t).happened);
    expect(details.map(({ value }) => value)).toContain(reason);
  });

  it('say the words of the service verbatim', () => {
    const { meaning } = describeError({ code: 'refused', detail: '<b>no</b> & "never"' }, t);
    expect(meaning).toContain('<b>no</b> & "never"');
  });
});

describe('details of a failure', () => {
  it('name what helps whoever is asked, and nothing that is not there', () => {
    const t = instance.getFixedT('en-us', 'errors');
    const { details } = describeError(
      {
        code: 'validation',
        operation: 'audits.create',
        status: 400,
        requestId: 'r-1',
        fields: { name: ['a', 'b'] },
      },
      t,
    );
    expect(details).toEqual([
      { name: 'Code', value: 'validation' },
      { name: 'Operation', value: 'audits.create' },
      { name: 'Status', value: '400' },
      { name: 'name', value: 'a\nb' },
      { name: 'Request id', value: 'r-1' },
    ]);
    expect(describeError({ code: 'timeout' }, t).details).toEqual([{ name: 'Code', value: 'timeout' }]);
  });
});
