import { expect, test } from 'vitest';
import { toAzlink } from '@/lib/servers/azlink';
import { readContact } from '@/lib/servers/contact';
import type { Command } from '@/lib/servers/types';

const command = (id: string, player: string, text: string): Command => ({
  id,
  player,
  text,
  slots: 0,
  needsPlayer: false,
  order: null,
});
const commands = [command('1', 'Ana', 'uno'), command('2', 'Luis', 'dos'), command('3', 'Ana', 'tres')];
const players = [{ name: 'ana', uuid: null, uid: '76561198000000000' }];

test.each(['BUKKIT', 'BUNGEE', 'SPONGE', 'VELOCITY', 'NUKKIT', 'HYTALE', 'FABRIC', 'NEOFORGE', 'POCKETMINE'])(
  'a server of type %s gets commands by player, in their order',
  (type) => {
    expect(toAzlink(commands, { type, userAgent: '', players })).toEqual({
      commands: { Ana: ['uno', 'tres'], Luis: ['dos'] },
    });
    expect(toAzlink([], { type, userAgent: '', players })).toEqual({ commands: {} });
  },
);

test.each(['FIVEM', 'GMOD', 'OXIDE', 'CSSHARP', '7D2D'])(
  'a server of type %s gets a list of commands with ids',
  (type) => {
    expect(toAzlink(commands, { type, userAgent: 'AzLink Oxide v1', players })).toEqual({
      commands: [
        { name: 'Ana', uid: '76561198000000000', values: ['uno', 'tres'] },
        { name: 'Luis', uid: '0', values: ['dos'] },
      ],
    });
  },
);

test('a server without a type is identified by its user agent', () => {
  expect(toAzlink([], { type: null, userAgent: 'AzLink java v1.3.10', players })).toEqual({ commands: {} });
  expect(toAzlink([], { type: null, userAgent: 'AzLink FiveM v0.1.0', players })).toEqual({ commands: [] });
});

test('a player can have the name of a property of all objects', () => {
  const answer = toAzlink([command('1', '__proto__', 'uno')], { type: 'BUKKIT', userAgent: '', players });
  expect(JSON.stringify(answer)).toBe('{"commands":{"__proto__":["uno"]}}');
});

test('the report of a server is parsed leniently', () => {
  const sent = {
    platform: { type: 'BUKKIT', name: 'Paper', version: '1.21.4' },
    version: '1.3.10',
    players: [{ name: 'Ana', uuid: 'x' }, { name: '' }, 7, { name: 'Luis', uid: 12 }],
    maxPlayers: 20,
    system: { ram: 1 },
    worlds: null,
    full: true,
  };
  expect(readContact(sent)).toEqual({
    type: 'BUKKIT',
    platform: 'Paper 1.21.4',
    plugin: '1.3.10',
    players: [
      { name: 'Ana', uuid: 'x', uid: null },
      { name: 'Luis', uuid: null, uid: '12' },
    ],
    maxPlayers: 20,
  });
  expect(readContact({ players: {}, maxPlayers: -1, platform: 'no' })).toEqual({ type: null, players: [] });
  expect(readContact({})).toEqual({ type: null, players: [] });
  expect(readContact(null)).toBeNull();
  const long = `x${'🎮'.repeat(250_000)}`;
  const most = { platform: { name: long }, version: long, players: [{ name: 'Ana', uuid: long, uid: long }] };
  expect(JSON.stringify(readContact(most)).length).toBeLessThan(600);
  expect(readContact(most)?.plugin).not.toMatch(/\p{Cs}/u);
});
