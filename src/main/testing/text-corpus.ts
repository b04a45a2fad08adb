import type { TableChoice, TableSeparator } from '../../shared/model/table.ts';

// Text files as many programs write them, all of one table, made here: no byte is from anywhere else.

interface TextFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly choice: TableChoice;
  /** What a person would say that is in it, by hand. */
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly unknown[];
}

const header = ['Audit ID', 'Name', 'Place', 'Start'];
const table = [
  header,
  ['0007', 'Café Zoë & Zn.', 'Citta, "Nord"; Ovest', '2026-03-01'],
  ['1E5', 'Müller', 'two\nlines', '31/12/2026'],
  ['=1+1', 'Peña | Co', '', '1 maart 2026'],
];

const separators: readonly TableSeparator[] = [',', ';', '\t', '|'];
const ends = { 'CR LF': '\r\n', LF: '\n', CR: '\r' } as const;

const must = (text: string, separator: string): boolean =>
  text.includes(separator) || /["\r\n]/.test(text) || text === '';

function written(
  rows: readonly (readonly string[])[],
  separator: string,
  end: string,
  isQuoted = must,
): string {
  const cell = (text: string) => (isQuoted(text, separator) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join(separator) + end).join('');
}

/** The letters of Western Europe that the corpus has, where Mac Roman and the code page of DOS have them. */
const macRoman = { é: 0x8e, ë: 0x91, ü: 0x9f, ñ: 0x96, à: 0x88, ä: 0x8a, ö: 0x9a, è: 0x8f } as const;
const codePage = { é: 0x82, ë: 0x89, ü: 0x81, ñ: 0xa4, à: 0x85, ä: 0x84, ö: 0x94, è: 0x8a } as const;
const inTable = (text: string, signs: Readonly<Record<string, number>>): Uint8Array =>
  Buffer.from(Array.from(text, (letter) => signs[letter] ?? letter.charCodeAt(0)));

const waysOfEncoding: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16, little end first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, big end first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-16, little end first, without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16, big end first, without a mark': (text) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
};

const text = (
  name: string,
  bytes: Uint8Array | string,
  { rows = shown(table), choice = {}, notes = [] }: Partial<Omit<TextFile, 'name' | 'bytes'>> = {},
): TextFile => ({
  name,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  choice,
  rows,
  notes,
});

/** Empty cells at the end of a row are none. */
function shown(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
}

const note = (code: string, count: number, row: number | null) => ({ code, count, row });
const letters = 'id;name;place\r1;Café;Città\r2;Zoë;Köln\r3;Müller;Marktstraat\r';
const lettersRead = [
  ['id', 'name', 'place'],
  ['1', 'Café', 'Città'],
  ['2', 'Zoë', 'Köln'],
  ['3', 'Müller', 'Marktstraat'],
];

function otherLetters(): readonly TextFile[] {
  return [
    text('Mac Roman, chosen', inTable(letters, macRoman), {
      choice: { encoding: 'macintosh' },
      rows: lettersRead,
    }),
    text('CP850, chosen', inTable(letters, codePage), { choice: { encoding: 'ibm850' }, rows: lettersRead }),
    text('Mac Roman, read as windows-1252', inTable('id;name\r1;Café\r2;Città\r3;Käse\r', macRoman), {
      rows: [
        ['id', 'name'],
        ['1', 'CafŽ'],
        ['2', 'Cittˆ'],
        ['3', 'KŠse'],
      ],
      notes: [note('wrong-letters', 3, 2)],
    }),
    text(
      'Mac Roman in capitals, read as windows-1252',
      Buffer.from('id;name\r1;CAF\x83\r2;K\x85LN\r3;5 \x83\r', 'latin1'),
      {
        rows: [
          ['id', 'name'],
          ['1', 'CAFƒ'],
          ['2', 'K…LN'],
          ['3', '5 ƒ'],
        ],
        notes: [note('wrong-letters', 2, 2)],
      },
    ),
    text(
      'CP850, read as windows-1252',
      inTable('id;name\r\n1;Café\r\n2;Zoë\r\n3;Köln\r\n4;Città\r\n', codePage),
      {
        rows: [
          ['id', 'name'],
          ['1', 'Caf‚'],
          ['2', 'Zo‰'],
          ['3', 'K”ln'],
          ['4', 'Citt…'],
        ],
        notes: [note('wrong-letters', 3, 2)], // an ellipsis may end a word
      },
    ),
    ...lettersInPlace(),
  ];
}

/** Letters that no other encoding would mend, and some that only look so. */
function lettersInPlace(): readonly TextFile[] {
  return [
    text(
      'UTF-8 that was saved as windows-1252 once',
      'id,name\n1,CafÃ©\n2,Å\u0081Ã³dÅº\n3,â‚¬ 5\n4,Ångström Â\n',
      {
        rows: [
          ['id', 'name'],
          ['1', 'CafÃ©'],
          ['2', 'Å\u0081Ã³dÅº'],
          ['3', 'â‚¬ 5'],
          ['4', 'Ångström Â'],
        ],
        notes: [note('wrong-letters', 3, 2)],
      },
    ),
    text(
      'letters of another alphabet',
      Buffer.from('id;name\n1;\xcc\xee\xf1\xea\xe2\xe0\n2;Cr\xe9\xe9e \xd8\xe5\n', 'latin1'),
      {
        rows: [
          ['id', 'name'],
          ['1', 'Ìîñêâà'],
          ['2', 'Créée Øå'],
        ],
        notes: [note('wrong-letters', 1, 2)],
      },
    ),
    text('letters as web pages write them', 'id,name\n1,Caf&eacute;\n2,A &#38; B\n3,R&D; A & B\n', {
      rows: [
        ['id', 'name'],
        ['1', 'Caf&eacute;'],
        ['2', 'A &#38; B'],
        ['3', 'R&D; A & B'],
      ],
      notes: [note('wrong-letters', 2, 2)],
    }),
    text('letters that were lost', 'id,name\n1,Caf\uFFFD\n', {
      rows: [
        ['id', 'name'],
        ['1', 'Caf\uFFFD'],
      ],
      notes: [note('wrong-letters', 1, 2)],
    }),
    text(
      'letters that are right',
      Buffer.from(
        'id;name\r\n1;L\x92Aquila \x93x\x94 \x96 \x85\r\n2;\xc9mile \xd6ZG\xdcR \x8eeleznik\r\n3;CAF\xc9 \x8akoda\r\n',
        'latin1',
      ),
      {
        rows: [
          ['id', 'name'],
          ['1', 'L’Aquila “x” – …'],
          ['2', 'Émile ÖZGÜR Železnik'],
          ['3', 'CAFÉ Škoda'],
        ],
      },
    ),
  ];
}

function endsAndBeginnings(): readonly TextFile[] {
  const lines = 'id;name\r\n1;A\r\n';
  const rows = [
    ['id', 'name'],
    ['1', 'A'],
  ];
  const hints = ['sep=;', '"sep=;"', 'SEP=;', 'sep=;;', '"sep=;";'];
  return [
    ...hints.map((hint) =>
      text(`a first line ${hint}`, `${hint}\r\n${lines}`, { rows, notes: [note('separator-line', 1, 1)] }),
    ),
    ...['\u001A', '\r\n\u001A', '\u001A\u001A', '\u001A\r\n', '\u001A\0\0'].map((end, place) =>
      text(`the end of a file of DOS, ${place}`, lines + end, { rows }),
    ),
    text('no end of the last line', lines.trimEnd(), { rows }),
    text('empty lines at the end', `${lines}\r\n\r\n`, { rows }),
    text('separators alone at the end', `${lines};\r\n;\r\n`, { rows }),
    text('a blank behind each separator', 'id, name\n1, A\n2, B\n', {
      rows: [
        ['id', ' name'],
        ['1', ' A'],
        ['2', ' B'],
      ],
      notes: [note('outer-spaces', 3, 1)],
    }),
    text('tabs, and commas with a blank', 'id\tname, place\r\n1\tJansen, Utrecht\r\n2\tRossi, Roma\r\n', {
      rows: [
        ['id', 'name, place'],
        ['1', 'Jansen, Utrecht'],
        ['2', 'Rossi, Roma'],
      ],
    }),
    text('semicolons, and commas with a blank', 'id;name, place\n1;Jansen, Utrecht\n2;Rossi, Roma\n', {
      rows: [
        ['id', 'name, place'],
        ['1', 'Jansen, Utrecht'],
        ['2', 'Rossi, Roma'],
      ],
    }),
    text('more lines above than rows, none of them with a separator', `Report\na\nb\nc\nd\n${lines}2;B\r\n`, {
      rows: [['Report'], ['a'], ['b'], ['c'], ['d'], ...rows, ['2', 'B']],
    }),
    text('a backslash before a doubled quotation mark', 'id,name\r\n1,"5\\"" screen"\r\n', {
      rows: [
        ['id', 'name'],
        ['1', '5\\" screen'],
      ],
    }),
    text('no rows but the header', 'id;name\n', { rows: [['id', 'name']] }),
  ];
}

export function textsOfCorpus(): readonly TextFile[] {
  const plain = Object.entries(waysOfEncoding).flatMap(([encoding, encode]) =>
    separators.flatMap((separator) =>
      Object.entries(ends).map(([nameOfEnd, end]) =>
        text(
          `${encoding}, ${JSON.stringify(separator)}, ${nameOfEnd}`,
          encode(written(table, separator, end)),
        ),
      ),
    ),
  );
  const quoted = separators.map((separator) =>
    text(
      `every cell quoted, ${JSON.stringify(separator)}`,
      written(table, separator, '\r\n', () => true),
    ),
  );
  return [...plain, ...quoted, ...otherLetters(), ...endsAndBeginnings()];
}
