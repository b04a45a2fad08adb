import { installBeside } from '../tools/beside/install.ts';

/** SheetJS, the reader that most programs have; the project has none of it. */
interface SheetJs {
  readonly read: (
    bytes: Uint8Array,
    options: { readonly cellDates: boolean },
  ) => {
    readonly SheetNames: readonly string[];
    readonly Sheets: Readonly<Record<string, unknown>>;
  };
  readonly utils: {
    readonly sheet_to_json: (
      sheet: unknown,
      options: { readonly header: 1; readonly raw: boolean },
    ) => readonly unknown[];
  };
}

/** Reads the rows of the first sheet of a workbook or a text; a sentence where SheetJS could not be installed. */
export async function peerReader(root: string): Promise<((bytes: Uint8Array) => number) | string> {
  const installed = await installBeside(root, { name: 'xlsx', version: '0.18.5', entry: 'xlsx.mjs' });
  if (!installed.ok) return installed.reason;
  const { read, utils }: SheetJs = await import(installed.command);
  return (bytes) => {
    const { SheetNames, Sheets } = read(bytes, { cellDates: true });
    return utils.sheet_to_json(Sheets[SheetNames[0] ?? ''], { header: 1, raw: false }).length;
  };
}
