import { longestId } from '../service/audit.ts';

/** An id made of letters, digits and `. _ -` alone, which reads well in addresses and spreadsheets. */
export function plainId(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return plain === '' ? 'audit' : plain;
}

/** The id itself, or with the lowest number from 2 on behind it that makes it free. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = numberedId(wanted, number);
    if (!taken.has(id)) return id;
  }
}

/** The id with a number behind it; without one for 1. */
function numberedId(wanted: string, number: number): string {
  const base = firstCodePoints(wanted, longestId - 6);
  return number === 1 ? base : `${base}-${number}`;
}

/** As much of a text as a number of Unicode code points, none of them cut in two. */
export function firstCodePoints(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}
