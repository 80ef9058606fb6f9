import { dayInSpain } from '@/lib/core/day';
import type { Movement } from './types';

/** A line of a printed statement: a movement, or all movements of a kind on a day. */
export type StatementLine = {
  id: number;
  /** A day in Spain, `YYYY-MM-DD`. */
  day: string;
  concept: Movement['concept'];
  cents: number;
  count: number;
  /** The movement, where the line is one. */
  movement: Movement | null;
};

/** Longer statements are printed by day; the CSV has each movement. */
const longest = 500;

/**
 * The lines of a month's statement, in order of the movements.
 *
 * @returns the lines, and whether they are sums per kind and day
 */
export function toStatementLines(movements: Movement[]): { lines: StatementLine[]; isByDay: boolean } {
  const isByDay = movements.length > longest;
  const lines = new Map<string, StatementLine>();
  for (const movement of movements) {
    const { id, concept, cents } = movement;
    const day = dayInSpain(new Date(movement.createdAt));
    const key = isByDay ? `${day} ${concept}` : String(id);
    const line = lines.get(key) ?? { id, day, concept, cents: 0, count: 0, movement: isByDay ? null : movement };
    lines.set(key, { ...line, cents: line.cents + cents, count: line.count + 1 });
  }
  return { lines: [...lines.values()], isByDay };
}
