import { z } from 'zod';

const commandId = z.string().regex(/^\d{1,18}\.\d{1,6}$/);

/** Commands for an agent. */
export const deliveries = z.object({
  lease_seconds: z.int(),
  deliveries: z.array(
    z.object({
      id: z.string().describe('Stays the same if the command goes out again'),
      player: z.string(),
      command: z.string(),
      slots: z.int().describe('Free places that the player needs'),
      needs_player: z.boolean(),
      order: z.string().nullable(),
    }),
  ),
});

/** The report of an agent. `readContact` parses the players online, more leniently. */
export const report = z.object({
  results: z
    .array(
      z.object({
        id: commandId,
        ok: z.boolean(),
        error: z.string().optional(),
        retry: z.boolean().optional().describe('It has not run: it goes out again at once'),
      }),
    )
    .max(500),
  players: z
    .array(z.object({ name: z.string(), uuid: z.string().nullable().optional() }))
    .optional()
    .catch(undefined)
    .describe('Who is online'),
});

/** The answer to a report. */
export const acknowledged = z.object({ noted: z.int().describe('How many results were new') });

/** Every refusal of a server with its status. `title` is for people who read logs; programs read `code`. */
export const serverProblems = {
  invalid_json: [400, 'The body is not JSON.'],
  forbidden: [403, 'The key is not valid.'],
  too_large: [413, 'The body is longer than 1 MB.'],
  invalid: [422, 'The body is not what this address takes.'],
  too_many_requests: [429, 'Too many calls: come again later.'],
  unavailable: [503, 'The shop cannot be reached right now.'],
} as const;
