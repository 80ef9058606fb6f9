const tenMinutes = 600_000;

/** Calls the ten-minute job, as a production scheduler does. */
export function startScheduler(shopUrl: string, secret: string, everyMs = tenMinutes): { stop: () => void } {
  const timer = setInterval(async () => {
    try {
      await fetch(`${shopUrl}/api/cron`, { method: 'POST', headers: { authorization: `Bearer ${secret}` } });
    } catch (error) {
      console.error(`The maintenance job could not be called: ${(error as Error).message}`);
    }
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}
