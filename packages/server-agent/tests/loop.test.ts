import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Game, isFailure, parseFreeSlots, parsePlayers } from '../src/game.ts';
import { openJournal } from '../src/journal.ts';
import { createAgent, runOnce } from '../src/loop.ts';
import { NoAnswer } from '../src/rcon.ts';
import { readSettings } from '../src/settings.ts';
import { type Delivery, openShop, type Result, type Shop } from '../src/shop.ts';

let path: string;
let waiting: Delivery[];
let reported: Result[];
let ran: string[];
let answers: Record<string, string | Error>;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'agent-')), 'journal');
  waiting = [];
  reported = [];
  ran = [];
  answers = {};
});

const command = (id: string, text: string, slots = 0): Delivery => ({
  id,
  player: 'Ana',
  command: text,
  slots,
  needs_player: false,
  order: 'a',
});
const game = (free: number | null = null): Game => ({
  async run(text) {
    const answer = answers[text] ?? '';
    if (answer instanceof Error) throw answer;
    ran.push(text);
    return answer;
  },
  players: async () => [{ name: 'Ana', uuid: null }],
  freeSlots: async () => free,
  close: async () => {},
});
/** A shop that sends every command again until it receives the result. */
const shop = (isDeaf = () => false): Shop => ({
  fetch: async () => ({ leaseMs: 60_000, deliveries: waiting }),
  async report(results) {
    if (results.length > 0 && isDeaf()) throw new Error('no answer');
    reported.push(...results);
    waiting = waiting.filter(({ id }) => !results.some((result) => result.id === id && result.ok));
  },
});
const round = (parts: { shop?: Shop; game?: Game } = {}, now?: () => number) => {
  const journal = openJournal(path);
  return runOnce({ shop: shop(), game: game(), journal, say: () => {}, ...parts }, now).finally(journal.close);
};

test('commands run in their order, and each is acknowledged', async () => {
  waiting = [command('1.0', 'uno'), command('2.0', 'dos')];
  expect(await round()).toBe(2);
  expect(ran).toEqual(['uno', 'dos']);
  expect(reported).toEqual([
    { id: '1.0', ok: true },
    { id: '2.0', ok: true },
  ]);
});

test("a command does not run again after a restart, even without the shop's acknowledgement", async () => {
  waiting = [command('1.0', 'uno')];
  await expect(round({ shop: shop(() => true) })).rejects.toThrow('no answer');
  expect(ran).toEqual(['uno']);
  await round();
  expect(ran).toEqual(['uno']);
  expect(reported).toEqual([{ id: '1.0', ok: true }]);
});

test('a resent command has another id, and runs', async () => {
  waiting = [command('1.0', 'uno')];
  await round();
  waiting = [command('1.1', 'uno')];
  await round();
  expect(ran).toEqual(['uno', 'uno']);
});

test('a lost connection to the game ends the round, and earlier commands are acknowledged', async () => {
  waiting = [command('1.0', 'uno'), command('2.0', 'dos'), command('3.0', 'tres')];
  answers.dos = new Error('connection refused');
  await expect(round()).rejects.toThrow('connection refused');
  expect(reported).toEqual([{ id: '1.0', ok: true }]);
  answers = {};
  await round();
  expect(ran).toEqual(['uno', 'dos', 'tres']);
});

test('a command without an answer has failed, because it may have run, and the rest of the round waits', async () => {
  const luis = { ...command('3.0', 'tres'), player: 'Luis' };
  waiting = [command('1.0', 'uno'), command('2.0', 'dos'), luis];
  answers.dos = new NoAnswer('the game does not answer');
  await round();
  expect(reported).toEqual([
    { id: '1.0', ok: true },
    { id: '2.0', ok: false, error: 'the game does not answer' },
    { id: '3.0', ok: false, retry: true, error: 'waits for an earlier command' },
  ]);
  waiting = [luis];
  await round();
  expect(ran).toEqual(['uno', 'tres']);
});

test('a response that indicates an unknown command is a failure, and the command runs again on request', async () => {
  waiting = [command('1.0', 'lp user Ana parent add vip')];
  answers['lp user Ana parent add vip'] = 'Unknown or incomplete command, see below for error';
  await round();
  expect(reported).toMatchObject([{ id: '1.0', ok: false }]);
  await round();
  expect(ran).toHaveLength(2);
});

test('the error of a failed command is cut, so that a report of many commands fits', async () => {
  waiting = [command('1.0', 'data get entity Ana')];
  answers['data get entity Ana'] = `Unknown or incomplete command ${'x'.repeat(5_000)}`;
  await round();
  expect(reported).toMatchObject([{ id: '1.0', ok: false, error: expect.stringMatching(/^Unknown.{293}$/) }]);
});

test("a player's later commands wait for one that failed, and those of others run", async () => {
  const give = command('1.0', 'execute as Ana run give diamond');
  waiting = [give, command('2.0', 'tag Ana add given'), { ...command('3.0', 'tag Luis add given'), player: 'Luis' }];
  answers[give.command] = 'An unexpected error occurred trying to execute that command';
  await round();
  expect(reported).toMatchObject([
    { id: '1.0', ok: false },
    { id: '2.0', ok: false, retry: true },
    { id: '3.0', ok: true },
  ]);
  answers = {};
  await round();
  expect(ran).toEqual([give.command, 'tag Luis add given', give.command, 'tag Ana add given']);
});

test('a command that needs inventory slots waits for them', async () => {
  waiting = [command('1.0', 'give', 3)];
  await round({ game: game(2) });
  expect(ran).toEqual([]);
  expect(reported).toMatchObject([{ id: '1.0', ok: false, retry: true }]);
  await round({ game: game(3) });
  expect(ran).toEqual(['give']);
});

test('a command that needs its player waits if the player has left since the last report', async () => {
  const here = [{ name: 'Ana', uuid: null }];
  const lists = [here, here, [], here, here];
  const moving: Game = { ...game(), players: async () => lists.shift() ?? [] };
  const needs = (id: string, text: string) => ({ ...command(id, text), needs_player: true });
  waiting = [needs('1.0', 'uno'), needs('2.0', 'dos'), needs('3.0', 'tres'), command('4.0', 'cuatro')];
  await round({ game: moving });
  expect(ran).toEqual(['uno', 'cuatro']);
  expect(reported).toMatchObject([
    { id: '1.0', ok: true },
    { id: '2.0', ok: false, retry: true },
    { id: '3.0', ok: false, retry: true },
    { id: '4.0', ok: true },
  ]);
});

test('a command that needs its player does not run for a player whose name differs in case', async () => {
  waiting = [{ ...command('1.0', 'uno'), player: 'ana', needs_player: true }];
  await round();
  expect(ran).toEqual([]);
  expect(reported).toMatchObject([{ id: '1.0', ok: false, retry: true }]);
});

test('the room for an action is checked once, before its first command', async () => {
  const free = [3, 0];
  const filling: Game = { ...game(), freeSlots: async () => free.shift() ?? 0 };
  waiting = [command('1.0', 'give', 3), { ...command('2.0', 'tag'), needs_player: true }];
  await round({ game: filling });
  expect(ran).toEqual(['give', 'tag']);
});

test('an order whose player lacks room waits with all that needs the player, and other orders do not', async () => {
  const free = [2, 5];
  const filling: Game = { ...game(), freeSlots: async () => free.shift() ?? 0 };
  waiting = [
    command('1.0', 'give', 3),
    { ...command('2.0', 'tag'), needs_player: true },
    command('3.0', 'whitelist'),
    { ...command('4.0', 'other', 3), order: 'b' },
  ];
  await round({ game: filling });
  expect(ran).toEqual(['whitelist', 'other']);
  expect(reported).toMatchObject([{ retry: true }, { retry: true }, { id: '3.0', ok: true }, { id: '4.0', ok: true }]);
});

test('no command starts when the lease is about to expire', async () => {
  waiting = [command('1.0', 'uno'), command('2.0', 'dos')];
  let now = 0;
  await round({ shop: { ...shop() } }, () => {
    now += 30_000;
    return now;
  });
  expect(ran).toEqual(['uno']);
});

test('a line truncated by a crash does not damage the journal', async () => {
  writeFileSync(path, '{"id":"1.0","ok":true}\n{"id":"2.0","o');
  waiting = [command('1.0', 'uno'), command('2.0', 'dos')];
  await round();
  expect(ran).toEqual(['dos']);
});

test('the list of online players is parsed in the formats of games', () => {
  const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
  expect(parsePlayers(`There are 2 of a max of 20 players online: Ana (${uuid}), §aLuis`)).toEqual([
    { name: 'Ana', uuid },
    { name: 'Luis', uuid: null },
  ]);
  expect(parsePlayers('There are 0 of a max of 20 players online: ')).toEqual([]);
  expect(parsePlayers('Unknown command')).toEqual([]);
  // EssentialsX takes the argument for a group.
  expect(parsePlayers('There are 1 out of maximum 20 players online.\nError: That group does not exist.')).toEqual([]);
});

test('the free inventory slots of a player are parsed', () => {
  const answer =
    'Ana has the following entity data: [{Slot: 0b, id: "minecraft:dirt"}, {Slot: 35b}, {Slot: 100b}, {Slot: -106b}]';
  expect(parseFreeSlots(answer)).toBe(34);
  const box = (slot: number) =>
    `{Slot: ${slot}b, tag: {display: {Name: '"] {Slot: 9b}"'}, BlockEntityTag: {Items: [{Slot: 0b, Count: 1b}, {Slot: 1b}]}}}`;
  expect(parseFreeSlots(`Ana has the following entity data: [${box(0)}, ${box(7)}]`)).toBe(34);
  expect(parseFreeSlots('No entity was found')).toBeNull();
});

test('responses that indicate a failed command are recognized', () => {
  expect(isFailure('§cUnknown or incomplete command, see below for error')).toBe(true);
  expect(isFailure('Added Ana to the whitelist')).toBe(false);
  expect(isFailure('Player is already whitelisted')).toBe(false);
  expect(isFailure('That player does not exist')).toBe(true);
  expect(isFailure('No player was found')).toBe(true);
  expect(isFailure("Unknown item 'minecraft:diamnd'...give Ana minecraft:diamnd<--[HERE]")).toBe(true);
  // Of Bedrock servers, of Bukkit and of plugins.
  for (const answer of [
    'That player cannot be found\n',
    'No targets matched selector',
    'Syntax error: Unexpected "diamnd": at "give >>diamnd<<"',
    'Usage: /give <player> <item>',
    '§4Error: §cPlayer not found.',
    '§b[§3LP§b] §cA user for §bAna§c could not be found.',
  ])
    expect(isFailure(answer), answer).toBe(true);
  expect(isFailure('No items were found on player Ana')).toBe(false);
});

test('an invalid settings file causes an error that names each problem', () => {
  writeFileSync(path, 'UNSTORE_URL=shop\nRCON_PORT=x\n');
  expect(() => readSettings(path)).toThrow(/UNSTORE_URL[\s\S]*UNSTORE_KEY[\s\S]*RCON_PORT[\s\S]*RCON_PASSWORD/);
  writeFileSync(path, 'UNSTORE_URL=https://shop.example/\nUNSTORE_KEY=k\nRCON_PASSWORD=p\n');
  expect(readSettings(path)).toMatchObject({ url: 'https://shop.example', rcon: { port: 25_575 }, pollMs: 10_000 });
});

test('the log names the reason for which the shop cannot be reached', async () => {
  const journal = openJournal(path);
  const line = await new Promise<string>((say) => {
    const agent = createAgent(
      {
        shop: openShop('http://127.0.0.1:59999', 'k', '0'),
        game: game(),
        journal,
        say: (text) => {
          agent.stop();
          say(text);
        },
      },
      5_000,
    );
  });
  journal.close();
  expect(line).toContain('fetch failed: connect ECONNREFUSED 127.0.0.1:59999');
});
