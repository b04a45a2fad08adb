import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../words/languages.ts';

const folder = new URL('../../words/', import.meta.url);

/** All that a language says, by file. */
function wordsOf(language: string): Readonly<Record<string, object>> {
  const files = readdirSync(new URL(`${language}/`, folder), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files
      .filter((file) => file.endsWith('.json') && file !== 'language.json')
      .map((file) => [
        file.replaceAll('\\', '/').replace('.json', ''),
        // What a file of words holds: an object of texts.
        JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as object,
      ]),
  );
}

const english = wordsOf('en-us');

const pluralForm = /_(zero|one|two|few|many|other)$/;

function texts(tree: object, path: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...texts(value, [...path, key])]
        : [[[...path, key].join('.'), String(value)] as const],
    ),
  );
}

/** The keys as code names them, without namespace and plural form. */
function names(tree: object): ReadonlySet<string> {
  return new Set([...texts(tree).keys()].map((key) => key.replace(pluralForm, '')));
}

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{(\w+)[^}]*\}\}|<\/?\w+>|\$t\([^)]*\)/g)].map(([whole]) => whole).toSorted();
}

describe.each(languages)('texts in $id', ({ id, locale }) => {
  const messages = wordsOf(id);

  it('have the keys that the English texts have', () => {
    expect([...names(messages)].toSorted()).toEqual([...names(english)].toSorted());
  });

  // The library says no text within another once a value, such as a name, reads like the place of one.
  it('have no name beside a text that they say within them', () => {
    const withText = Object.values(messages).flatMap((tree) =>
      [...texts(tree)].filter(([, text]) => text.includes('$t(')),
    );
    expect(withText.length).toBeGreaterThan(0);
    const others = withText.flatMap(([key, text]) =>
      [...text.matchAll(/\{\{([^}]*)\}\}/g)].flatMap(([, value = '']) =>
        value === 'time' || value.endsWith(', number') ? [] : [`${key}: ${value}`],
      ),
    );
    expect(others).toEqual([]);
  });

  it('have every plural form of the language and no other', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    const plurals = Map.groupBy(
      [...texts(messages).keys()].filter((key) => pluralForm.test(key)),
      (key) => key.replace(pluralForm, ''),
    );
    for (const [key, variants] of plurals) {
      const found = variants.map((variant) => variant.slice(key.length + 1)).toSorted();
      expect(found, key).toEqual(forms);
    }
  });

  it('have the placeholders that the English texts have', () => {
    const own = texts(messages);
    for (const [key, text] of texts(english)) {
      const translated = own.get(key);
      if (translated !== undefined) expect(placeholders(translated), key).toEqual(placeholders(text));
    }
  });

  it('are never empty, and never shout, beg or blame', () => {
    for (const [key, text] of texts(messages)) {
      expect(text.trim(), key).not.toBe('');
      expect(text, key).not.toMatch(/!|\bplease\b|\balstublieft\b|\bper favore\b/i);
    }
  });
});

describe('texts', () => {
  it('tell in Italian what to do in one way: “Scegline una”, as “Scegli”', () => {
    const infinitive = /(?:^|[.:;] |, o )\p{L}+[aei]r(?:l[aeio]|ne)\b(?![^.]* è )/u;
    const told = Object.values(wordsOf('it')).flatMap((tree) => [...texts(tree)]);
    expect(told.filter(([key, text]) => !key.startsWith('help.') && infinitive.test(text))).toEqual([]);
  });

  it('are all in use', () => {
    const room = new URL('..', import.meta.url);
    const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => readFileSync(new URL(path, room), 'utf8'));
    const literals = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/'([\w.:-]+)'|"([\w.:-]+)"/g)].map(([, one, two]) =>
          (one ?? two ?? '').replace(/^[\w-]+:/, ''),
        ),
      ),
    );
    // The report of an inspection, which main writes, takes its words as an object.
    const report = readFileSync(new URL('../../main/inspection/report.ts', import.meta.url), 'utf8');
    for (const [, name = ''] of report.matchAll(/\bwords\.([\w.]+)/g)) literals.add(name);
    // A text that says another, as `$t(parts:count.users)`, uses it.
    for (const tree of Object.values(english))
      for (const text of texts(tree).values())
        for (const [, name = ''] of text.matchAll(/\$t\([\w-]+:([\w.]+)\)/g)) literals.add(name);
    // A key that is put together, as `codes.${error.code}.happened`, stands for all that fit it.
    const patterns = sources
      .flatMap((source) =>
        [...source.matchAll(/`((?:[\w.:-]|\$\{[^`]*?\})+)`/g)].map(([, text = '']) => text),
      )
      .filter((text) => /[a-z]\.\$\{|\}\.[a-z]/.test(text))
      .map((text) => text.replace(/^[\w-]+:/, '').split(/\$\{[^`]*?\}/))
      .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`));
    // A whole tree is taken at once where code asks for it as an object.
    const trees = sources
      .flatMap((source) =>
        [...source.matchAll(/\b\w+\('([\w.]+)', \{\s*returnObjects/g)].map(([, name = '']) => name),
      )
      .map((name) => new RegExp(`^${name}\\.`))
      // The pages of the help, which `help-pages.ts` takes from all of them.
      .concat(/^help\./);
    const ofPages = Object.entries(english).filter(([file]) => /^(start|screens)\//.test(file));
    const unused = ofPages.flatMap(([namespace, tree]) =>
      [...names(tree)]
        .filter(
          (name) => !literals.has(name) && ![...patterns, ...trees].some((pattern) => pattern.test(name)),
        )
        .map((name) => `${namespace}:${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('a status has one word wherever it shows', () => {
  it.each(languages)('in $id', ({ id }) => {
    const words = wordsOf(id);
    const at = (place: string) => {
      const [file = '', ...path] = place.split(' ');
      const text = texts(words[`screens/${file}`] ?? {}).get(path.join('.'));
      return text?.replace(/[ao]$/, ''); // Italian agrees with a plan, or with a row
    };
    for (const [first = '', ...others] of [['audits status.initializing', 'season state.initialising']])
      for (const other of others) expect(at(other), `${other}, as ${first}`).toBe(at(first));
  });
});
