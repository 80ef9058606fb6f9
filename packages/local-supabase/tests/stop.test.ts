import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openProject } from './open.ts';

const { keys, start } = await openProject(`
  create table public.things (id integer primary key);
  grant select on public.things to anon`);

test('stopping the API during requests leaves no unhandled rejection', async () => {
  const failures: unknown[] = [];
  const note = (problem: unknown) => void failures.push(problem);
  process.on('unhandledRejection', note);
  try {
    for (let milliseconds = 0; milliseconds < 30; milliseconds += 3) {
      const api = await start();
      const ask = async () => {
        const headers = { apikey: keys.publishable };
        await fetch(`${api.url}/rest/v1/things?select=id`, { headers }).then((answer) => answer.text());
      };
      await ask();
      // Each needs its own connection, and most of them open one.
      const asked = Promise.allSettled(Array.from({ length: 12 }, ask));
      await wait(milliseconds);
      await api.stop();
      await asked;
    }
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(failures).toEqual([]);
}, 60_000);
