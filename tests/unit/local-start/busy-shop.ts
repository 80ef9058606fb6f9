import { createServer } from 'node:http';
import { connect } from 'node:net';

const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '', SHOP_PORT, SMTP_URL = '' } = process.env;

// The job is answered; webhooks never are.
createServer((request, response) => {
  if (request.url !== '/api/cron') return;
  console.log(JSON.stringify({ job: request.method, authorization: request.headers.authorization }));
  response.end();
}).listen(Number(SHOP_PORT), 'localhost');
// More transactions than the API has connections, none of which ends by itself.
for (let call = 0; call < 24; call += 1) {
  const headers = { apikey: SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' };
  void fetch(`${SUPABASE_URL}/rest/v1/rpc/espera`, { method: 'POST', headers, body: '{}' });
}
// A mail that is never finished.
const smtp = new URL(SMTP_URL);
connect(Number(smtp.port), smtp.hostname).once('data', () => setTimeout(() => console.log('busy'), 500));
