// Calls the shop's job every ten minutes, or once with `--once`. `JOB_URL` is its address, `CRON_SECRET` its secret. It
// follows no redirect, which would turn the call into a GET and drop the secret.
import { setTimeout as delay } from 'node:timers/promises';

const { JOB_URL = 'http://127.0.0.1/api/cron', CRON_SECRET } = process.env;
const every = 600_000;

async function callJob() {
  try {
    const headers = { authorization: `Bearer ${CRON_SECRET}` };
    const signal = AbortSignal.timeout(every);
    const answer = await fetch(JOB_URL, { method: 'POST', headers, redirect: 'manual', signal });
    const elsewhere = answer.headers.get('location');
    if (elsewhere) console.error(`the job answered ${answer.status}: JOB_URL must lead there itself, to ${elsewhere}`);
    else if (!answer.ok) console.error(`the job answered ${answer.status}: ${await answer.text()}`);
    return answer.ok;
  } catch (error) {
    console.error(`the job was not reached: ${error.message}`);
    return false;
  }
}

if (process.argv.includes('--once')) {
  process.exitCode = (await callJob()) ? 0 : 1;
} else {
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
  for (;;) {
    const began = Date.now();
    await callJob();
    await delay(Math.max(0, began + every - Date.now()));
  }
}
