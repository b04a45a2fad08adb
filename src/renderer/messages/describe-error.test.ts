import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { errorCodes, faultReasons } from '../../shared/failures.ts';
import { languages } from '../../words/languages.ts';
import { describeError } from './describe-error.ts';
import { allWords, speech } from './language.ts';

const ids = languages.map(({ id }) => id);
const instance = createInstance();
await instance.init(
  speech({
    resources: Object.fromEntries(
      await Promise.all(ids.map(async (id) => [id, await allWords(id)] as const)),
    ),
  }),
);

describe.each(ids)('failures in %s', (language) => {
  const t = instance.getFixedT(language, 'errors');

  it.each(errorCodes)('%s: what happened, what it means, what to do', (code) => {
    const { happened, meaning, remedy } = describeError({ code }, t);
    for (const sentence of [happened, meaning, remedy]) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(new Set([happened, meaning, remedy]).size).toBe(3);
  });

  it.each(faultReasons)('%s: the layer is named before the general words', (reason) => {
    const code = reason.startsWith('answer-') ? 'unexpected-answer' : 'tls';
    const { happened, meaning, remedy, details } = describeError({ code, reason }, t);
    for (const sentence of [happened, meaning, remedy]) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(happened).not.toBe(describeError({ code }, t).happened);
    expect(details.map(({ value }) => value)).toContain(reason);
  });

  it('say what of an answer was too much, and of a refusal both', () => {
    const alone = describeError({ code: 'unexpected-answer', reason: 'answer-limit' }, t);
    expect(alone.happened).not.toBe(describeError({ code: 'unexpected-answer' }, t).happened);
    const refused = describeError({ code: 'conflict', reason: 'answer-limit' }, t);
    expect(refused.happened).toBe(describeError({ code: 'conflict' }, t).happened);
    expect(refused.meaning).toContain(alone.happened);
  });

  it('a 404 claims no more than the service says, and a 429 is the firm’s, for tokens an account’s', () => {
    const said = ['missing', 'throttled'].map((code) =>
      Object.values(describeError({ code: errorCodes.find((one) => one === code) ?? 'internal' }, t))
        .slice(0, 3)
        .join(' '),
    );
    expect(said[0]).not.toMatch(/any more|no longer|niet meer|non .* più|deleted|verwijderd|eliminat/i);
    expect(said[0]).toMatch(
      /not visible to this firm|niet zichtbaar voor dit kantoor|visibile a questo studio/,
    );
    expect(said[1]).toMatch(/of the firm|van het kantoor|dello studio/);
    expect(said[1]).not.toMatch(/this account|dit account|questo account/i);
  });

  it('a 403 to several components names the role and the permission', () => {
    const { meaning } = describeError({ code: 'forbidden', reason: 'several-coupled' }, t);
    expect(meaning).toContain('api_account_manager');
    expect(meaning).toContain('update:audit.linked_entity_audit');
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
      { name: 'Request ID', value: 'r-1' },
    ]);
    expect(describeError({ code: 'timeout' }, t).details).toEqual([{ name: 'Code', value: 'timeout' }]);
  });
});
