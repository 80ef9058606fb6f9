#!/usr/bin/env node
import { openGame } from './game.ts';
import { openJournal } from './journal.ts';
import { createAgent } from './loop.ts';
import { readSettings } from './settings.ts';
import { openShop } from './shop.ts';

const version = '0.1.0';
const [path = 'server-agent.env'] = process.argv.slice(2);

try {
  const settings = readSettings(path);
  const game = openGame(settings.rcon, settings.playersCommand);
  const journal = openJournal(settings.journal);
  const say = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const agent = createAgent(
    { shop: openShop(settings.url, settings.key, version), game, journal, say },
    settings.pollMs,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, agent.stop);
  say(`asks ${settings.url} every ${settings.pollMs / 1000} s`);
  await agent.done;
  await game.close();
  journal.close();
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
}
