import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;

const take = (p_trabajo: string, p_quien: string) =>
  db.callService('tomar_turno', { p_trabajo, p_quien, p_segundos: 60 });
const leave = (p_trabajo: string, p_quien: string) => db.callService('dejar_turno', { p_trabajo, p_quien });

test('one of twelve concurrent nodes runs the job', async () => {
  const nodes = Array.from({ length: 12 }, () => randomUUID());
  const answers = await Promise.all(nodes.map((node) => take('uno', node)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  const winner = nodes[answers.findIndex(Boolean)] ?? '';
  // It keeps its lock, nobody else can take or release it, and another job is free.
  expect(await take('uno', winner)).toBe(true);
  const other = randomUUID();
  await leave('uno', other);
  expect(await take('uno', other)).toBe(false);
  expect(await take('otro', other)).toBe(true);
  await leave('uno', winner);
  expect(await take('uno', other)).toBe(true);
});

test('the lock of a dead node expires, and another node takes it', async () => {
  const [dead, ...living] = Array.from({ length: 12 }, () => randomUUID());
  expect(await take('dos', dead ?? '')).toBe(true);
  await sql`update turnos set hasta = now() - interval '1 second' where trabajo = 'dos'`;
  const answers = await Promise.all(living.map((node) => take('dos', node)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  // If it is still alive, it has lost the lock.
  expect(await take('dos', dead ?? '')).toBe(false);
});
