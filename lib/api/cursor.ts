import { z } from 'zod';
import { type Cursor, moment, parseCursor } from '@/lib/core/supabase/cursor';
import { Refusal } from './problem';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();

const wrong = () => new Refusal('invalid', [{ path: 'cursor', message: 'not a cursor of this list' }]);

/** The cursor after a row; opaque to callers. */
export const writeCursor = (at: string, id: string | number): string => encode(`${at}_${id}`);

/**
 * The arguments of a page of the database after a cursor.
 *
 * @throws Refusal if it is not a cursor of a list with uuids
 */
export function afterRow(cursor: string | undefined): { antes_at?: Cursor[0]; antes?: Cursor[1] } {
  if (cursor === undefined) return {};
  const read = parseCursor(decode(cursor));
  if (!read) throw wrong();
  return { antes_at: read[0], antes: read[1] };
}

const number = z.tuple([moment, z.string().regex(/^\d{1,15}$/)]);

/** The same for rows with a number. */
export function afterNumber(cursor: string | undefined): { antes_at?: string; antes?: string } {
  if (cursor === undefined) return {};
  const read = number.safeParse(decode(cursor).split('_'));
  if (!read.success) throw wrong();
  return { antes_at: read.data[0], antes: read.data[1] };
}
