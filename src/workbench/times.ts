/** A moment of the service in full: its windows reach into other days, and its clock is that of no place. */
export function inFull(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}
