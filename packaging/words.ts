import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The languages of the app, each a folder of words, as BCP 47 spells them: `en-US`, `nl`. Builds run in the project's folder. */
export function languages(root = '.'): string[] {
  return readdirSync(join(root, 'src/words'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => Intl.getCanonicalLocales(name));
}

/**
 * `language.json?start` is all files of the folder `start` beside it, by their names, as one module and so one chunk; `?screens`
 * likewise. A file a chunk would be forty requests, and a list of them in what is loaded first.
 */
export function wordsByFolder(): Plugin {
  const mark = '\0words:';
  return {
    name: 'words-by-folder',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [path = '', part] = source.split('?');
      if (!path.endsWith('/language.json') || (part !== 'start' && part !== 'screens')) return null;
      const file = await this.resolve(path, importer, { skipSelf: true });
      return file === null ? null : `${mark}${join(dirname(file.id), part)}`;
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      const folder = id.slice(mark.length);
      const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
      const imports = names.map(
        (name, at) => `import words${at} from ${JSON.stringify(join(folder, `${name}.json`))};`,
      );
      const entries = names.map((name, at) => `${JSON.stringify(name)}: words${at}`);
      return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
    },
  };
}
