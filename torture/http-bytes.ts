/** The first whole request in some bytes. */
export interface Message {
  readonly bytes: Buffer;
  /** How many of the bytes it takes. */
  readonly length: number;
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

const endOfHead = '\r\n\r\n';

/** Null where it has not come to its end. A body has its length told, as that of every request of this app. */
export function firstMessage(bytes: Buffer): Message | null {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = end + endOfHead.length + Number(header(head, 'content-length') ?? 0);
  if (bytes.length < length) return null;
  const [method = '', path = ''] = head.split(' ', 2);
  return { bytes: bytes.subarray(0, length), length, method, path, host: header(head, 'host') ?? '' };
}

/** The same message between other hosts: every mention of the one becomes the other's, and the length is still true. */
export function rewritten(
  message: Buffer,
  { from, to, connection }: { readonly from: string; readonly to: string; readonly connection: string },
): Buffer {
  const end = message.indexOf(endOfHead);
  if (end < 0) return message;
  const body = Buffer.from(message.toString('latin1', end + endOfHead.length).replaceAll(from, to), 'latin1');
  const head = message
    .toString('latin1', 0, end)
    .replaceAll(from, to)
    .replace(/\r\nconnection:[^\r]*/i, '')
    .replace(/\r\nkeep-alive:[^\r]*/i, '')
    .replace(/\r\ncontent-length:[^\r]*/i, `\r\nContent-Length: ${String(body.length)}`);
  return Buffer.concat([Buffer.from(`${head}\r\nConnection: ${connection}${endOfHead}`, 'latin1'), body]);
}

function header(head: string, name: string): string | undefined {
  return new RegExp(`\r\n${name}:[ \t]*([^\r]*)`, 'i').exec(head)?.[1];
}
