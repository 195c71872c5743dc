import { hash } from 'node:crypto';

/** Returns the name of a handheld's row, by which floor and desk know it: the enrolled one's number, else a hash of what names its storage. */
export function handheldRow(device: number | undefined, storage: string | undefined): string | undefined {
  if (device !== undefined) return `d${device}`;
  return storage === undefined ? undefined : `s${hash('sha256', storage, 'hex').slice(0, 16)}`;
}
