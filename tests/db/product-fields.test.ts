import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { youtubeId } from '@/lib/catalog/youtube';
import { type TextFieldName, textFields } from '@/lib/publish/fields';
import { textSchemas } from '@/lib/publish/schema';
import { createUser, submission } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const creator = await createUser(sql);

const whole = submission({ descargable: false, download_link: null });

/** Checks whether the database accepts a submission with this text. */
async function isSent(column: string, text: string): Promise<boolean> {
  const p_contenido = sql.json({ ...whole, [column]: text } as never);
  const answer = await db.callAs(creator, 'crear_producto', { p_slug: `campo-${randomUUID()}`, p_contenido });
  expect(answer.error ?? 'datos_no_validos').toBe('datos_no_validos');
  return answer.ok === true;
}

const addresses = [
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://youtube.com/watch?list=x&v=aqz-KE-bpKQ#t=1',
  'https://youtu.be/aqz-KE-bpKQ?t=3',
  'https://youtu.be/aqz-KE-bpK',
  'https://youtu.be/aqz-KE-bpKñ',
  'https://www.youtube.com/',
  'https://www.youtube.com/playlist?list=x',
  'http://youtu.be/aqz-KE-bpKQ',
  'm.youtube.com/shorts/aqz-KE-bpKQ?feature=share',
  'HTTPS://www.YouTube.com/live/aqz-KE-bpKQ/',
  'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  'https://user@youtu.be/aqz-KE-bpKQ',
  'ftp://youtu.be/aqz-KE-bpKQ',
  'https://evil.example/watch?v=aqz-KE-bpKQ',
  'https://youtu.be.evil.example/aqz-KE-bpKQ',
];

describe.each(Object.entries(textFields))('the field %s', (name, { column, longest, pattern }) => {
  const schema = textSchemas[name as TextFieldName];
  const start = pattern ? `${addresses[0]}&` : '';
  const long = (length: number) => start.padEnd(length, 'x');

  test.each([
    ['no text', ''],
    ['the longest text', long(longest)],
    ['a text that is too long', long(longest + 1)],
    ...(pattern ? addresses.map((address) => [address, address]) : []),
  ])('accepts %s in the form if the database does', async (_what, text = '') => {
    expect(schema.safeParse(text).success).toBe(await isSent(column, text));
  });

  test('has the length limit of its definition', () => {
    expect(schema.safeParse(long(longest)).success).toBe(true);
    expect(schema.safeParse(long(longest + 1)).success).toBe(false);
  });
});

test.each(addresses)('the trailer column accepts %s if the page can show it', async (address) => {
  const [row] = await sql`select privado.video_valido(${address}) as is_valid`;
  expect(row?.is_valid).toBe(youtubeId(address) !== null);
});
