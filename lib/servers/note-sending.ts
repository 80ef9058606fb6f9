import 'server-only';
import { messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';

/** Records the end of an answer. If that fails, the commands are sent again when their lease of a minute expires. */
export async function noteSending(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (problem) {
    log.warn({ error: messageOf(problem) }, 'the end of an answer to a game server was not recorded');
  }
}
