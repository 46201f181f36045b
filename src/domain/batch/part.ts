import { isReference } from '../reference.js';

/** A batch is paid out in parts of this many rows, so the number of a row tells its part. */
export const ROWS_IN_A_PART = 500;

/** With OTPs a person types one for each part. */
export const MOST_PARTS_WITH_OTP = 4;

/** The part of row n; both count from 1. */
export function partOf(n: number): number {
  return Math.ceil(n / ROWS_IN_A_PART);
}

/** How many parts a batch of so many rows has. */
export function partCount(rows: number): number {
  return Math.ceil(rows / ROWS_IN_A_PART);
}

/** The reference of a part's lifecycle; the gateway gets `partReference` instead. */
export function partId(batch: string, part: number): string {
  return `${batch}/${part}`;
}

const PART_ID = /^(?<batch>[^/]+)\/[1-9]\d{0,5}$/;

export function isPartId(text: string): boolean {
  const batch = PART_ID.exec(text)?.groups?.batch;
  return batch !== undefined && isReference(batch);
}
