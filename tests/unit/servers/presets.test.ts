import { beforeEach, expect, test } from 'vitest';
import { itemPlan, typedSteps } from '@/lib/servers/presets';

let diamonds: number;
let tags: Set<string>;
beforeEach(() => {
  diamonds = 0;
  tags = new Set();
});

/** Runs a command of the item preset as Minecraft does, for the only player. */
function run(command: string, player: string): void {
  const selector = /@a\[name="([^"]+)"(?:,tag=(!?)(\w+))?,limit=1\]/.source;
  // Names outside of selectors and quotes are letters, digits, `_`, `-`, `.` and `+`.
  const target = `(?:${selector}|([\\w.+-]+))`;
  const given = new RegExp(`^execute as ${selector} run (give|clear) @s minecraft:diamond (\\d+)$`).exec(command);
  const tagged = new RegExp(`^tag ${target} (add|remove) (\\w+)$`).exec(command);
  if (given) {
    const [, name, not, tag = '', verb, count] = given;
    if (name === player && tags.has(tag) === (not === '')) diamonds += verb === 'give' ? Number(count) : -Number(count);
  } else if (tagged) {
    const [, selected, , , bare, verb, tag = ''] = tagged;
    if ((selected ?? bare) !== player) return;
    if (verb === 'add') tags.add(tag);
    else tags.delete(tag);
  } else throw new Error(`Minecraft refuses: ${command}`);
}

test.each(['Ana_14', '.Ana_14', '*Ana_14', '_Ana_14'])(
  'the item preset gives %s an item once, and takes back what it gave only',
  (player) => {
    const steps = itemPlan('minecraft:diamond', 3).pasos.map(({ orden, deshacer }) =>
      [orden, deshacer ?? ''].map((text) => text.replaceAll('{username}', player).replaceAll('{order}', 'a1')),
    );
    const all = (at: 0 | 1) => {
      for (const step of steps) run(step[at] ?? '', player);
    };
    all(1);
    expect(diamonds).toBe(0);
    all(0);
    all(0);
    expect(diamonds).toBe(3);
    all(1);
    all(1);
    expect([diamonds, tags.size]).toEqual([0, 0]);
    all(0);
    expect(diamonds).toBe(3);
  },
);

test('typed commands are read line by line, without slash and spaces, each with its undo command', () =>
  expect(typedSteps(' /say hola \n\nsay a/b', 'say adiós\nsay nada\n ')).toEqual([
    { orden: 'say hola', deshacer: 'say adiós' },
    { orden: 'say a/b', deshacer: null },
  ]));
