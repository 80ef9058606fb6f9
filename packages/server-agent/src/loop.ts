import { type Game, isFailure } from './game.ts';
import type { Journal } from './journal.ts';
import { NoAnswer } from './rcon.ts';
import { type Delivery, Refused, type Result, type Shop } from './shop.ts';

type Parts = { shop: Shop; game: Game; journal: Journal; say: (line: string) => void };

const longestPauseMs = 60_000;
/** Time before the end of a lease from which no command is started. */
const marginMs = 10_000;
/** Number of characters of an error that the shop stores. */
const keptOfError = 300;

/** The reason of a failed `fetch` is in its cause. */
function messageOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return problem.cause instanceof Error ? `${problem.message}: ${problem.cause.message}` : problem.message;
}

/**
 * Commands that a result blocks for the rest of a round: all if the game does not answer, those of the player after a
 * failure, those that require an absent player, those of an order that do so while the player lacks room for its first one.
 */
const holds = {
  silent: () => 'the game',
  failed: ({ player }: Delivery) => player.toLowerCase(),
  away: ({ player }: Delivery) => `${player.toLowerCase()} there`,
  full: ({ player, order }: Delivery) => `${player.toLowerCase()} ${order} full`,
} as const;

const isHeld = (delivery: Delivery, held: Set<string>) =>
  held.has(holds.silent()) ||
  held.has(holds.failed(delivery)) ||
  (delivery.needs_player && (held.has(holds.away(delivery)) || held.has(holds.full(delivery))));

async function deliver({ game, journal, say }: Parts, delivery: Delivery, held: Set<string>): Promise<Result> {
  const { id, command, player, slots } = delivery;
  const known = journal.resultOf(id);
  // The shop did not receive the result: it is reported again, without running the command again.
  if (known) return known;
  const wait = (error: string): Result => ({ id, ok: false, retry: true, error });
  if (isHeld(delivery, held)) return wait('waits for an earlier command');
  // The player may have left since the last report.
  if (delivery.needs_player && !(await game.players()).some(({ name }) => name === player)) {
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
  let error: string | undefined;
  try {
    const answer = await game.run(command);
    if (isFailure(answer)) error = answer.slice(0, keptOfError);
  } catch (problem) {
    if (!(problem instanceof NoAnswer)) throw problem;
    // It may have run. As a failure, it is repeated seven times at most.
    error = problem.message;
    held.add(holds.silent());
  }
  const result: Result = error === undefined ? { id, ok: true } : { id, ok: false, error };
  // A refused command may run again when the shop sends it again.
  if (result.ok) journal.note(result);
  else held.add(holds.failed(delivery));
  say(`${result.ok ? 'ran' : 'failed'}: ${command}`);
  return result;
}

/**
 * One round: reports the players online, fetches commands, runs those of each player in order, and reports each.
 *
 * @returns the number of fetched commands
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
      // A game that cannot be reached ends the round: the other commands are sent again when their lease ends.
      results.push(await deliver(parts, delivery, held));
    }
  } finally {
    if (results.length > 0) await shop.report(results, players);
  }
  return deliveries.length;
}

/**
 * An agent that runs rounds until it is stopped. After a failure of shop or game it backs off, doubling the pause each
 * time.
 *
 * @returns `stop` ends it after the running command; `done` rejects on a permanent refusal
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
