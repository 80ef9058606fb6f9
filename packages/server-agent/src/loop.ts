import { type Game, isFailure } from './game.ts';
import type { Journal } from './journal.ts';
import { type Delivery, Refused, type Result, type Shop } from './shop.ts';

type Parts = { shop: Shop; game: Game; journal: Journal; say: (line: string) => void };

const longestPauseMs = 60_000;
/** So long before its lease ends a command is no longer begun. */
const marginMs = 10_000;
/** The shop keeps as many characters of an error. */
const keptOfError = 300;

const messageOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem));

/**
 * What a result holds back for the rest of a round: all of its player after a failure, what needs a player who is not
 * there, the rest of an action for which they have no room.
 */
const holds = {
  failed: ({ player }: Delivery) => player.toLowerCase(),
  away: ({ player }: Delivery) => `${player.toLowerCase()} there`,
  full: ({ player, order, slots }: Delivery) => `${player.toLowerCase()} ${order} ${slots}`,
} as const;

const isHeld = (delivery: Delivery, held: Set<string>) =>
  held.has(holds.failed(delivery)) ||
  (delivery.needs_player && held.has(holds.away(delivery))) ||
  (delivery.slots > 0 && held.has(holds.full(delivery)));

async function deliver({ game, journal, say }: Parts, delivery: Delivery, held: Set<string>): Promise<Result> {
  const { id, command, player, slots } = delivery;
  const known = journal.resultOf(id);
  // The shop did not receive the result: it is reported again, and the command does not run again.
  if (known) return known;
  const wait = (error: string): Result => ({ id, ok: false, retry: true, error });
  if (isHeld(delivery, held)) return wait('waits for an earlier command');
  // They may have left since the shop was told.
  if (
    delivery.needs_player &&
    !(await game.players()).some(({ name }) => name.toLowerCase() === player.toLowerCase())
  ) {
    held.add(holds.away(delivery));
    return wait('the player is not there');
  }
  if (slots > 0) {
    const free = await game.freeSlots(player);
    if (free !== null && free < slots) {
      held.add(holds.full(delivery));
      return wait(`no room: ${free} of ${slots}`);
    }
  }
  const answer = await game.run(command);
  const result: Result = isFailure(answer) ? { id, ok: false, error: answer.slice(0, keptOfError) } : { id, ok: true };
  // A refused command runs again when the shop sends it again.
  if (result.ok) journal.note(result);
  else held.add(holds.failed(delivery));
  say(`${result.ok ? 'ran' : 'refused'}: ${command}`);
  return result;
}

/**
 * One round: says who is online, fetches commands, runs those of each player in their order, and reports each.
 *
 * @returns how many commands were handed out
 */
export async function runOnce(parts: Parts, now: () => number = Date.now): Promise<number> {
  const { shop, game } = parts;
  const players = await game.players();
  await shop.report([], players);
  const began = now();
  const { leaseMs, deliveries } = await shop.fetch();
  const results: Result[] = [];
  const held = new Set<string>();
  try {
    for (const delivery of deliveries) {
      if (now() - began > leaseMs - marginMs) break;
      // A game that does not answer ends the round: the other commands are handed out again when the lease ends.
      results.push(await deliver(parts, delivery, held));
    }
  } finally {
    if (results.length > 0) await shop.report(results, players);
  }
  return deliveries.length;
}

/**
 * An agent that runs rounds until it is stopped. After a failure of shop or game it waits, twice as long each time.
 *
 * @returns `stop` ends it after the command that is running; `done` rejects on a refusal that waiting does not change
 */
export function createAgent(parts: Parts, pollMs: number) {
  let isStopped = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  async function run(): Promise<void> {
    let waitMs = pollMs;
    while (!isStopped) {
      try {
        await runOnce(parts);
        waitMs = pollMs;
      } catch (problem) {
        if (problem instanceof Refused) throw problem;
        parts.say(`failed, and goes on: ${messageOf(problem)}`);
        waitMs = Math.min(waitMs * 2, longestPauseMs);
      }
      if (!isStopped) await pause(waitMs);
    }
  }
  return {
    done: run(),
    stop() {
      isStopped = true;
      wake();
    },
  };
}
