import { createServer } from 'node:http';
import { connect } from 'node:net';

const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '', SHOP_PORT, SMTP_PORT } = process.env;

// Webhooks that are never answered.
createServer(() => {}).listen(Number(SHOP_PORT), 'localhost');
// More transactions than the API has connections, none of which ends by itself.
for (let call = 0; call < 24; call += 1) {
  const headers = { apikey: SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' };
  void fetch(`${SUPABASE_URL}/rest/v1/rpc/espera`, { method: 'POST', headers, body: '{}' });
}
// A mail that is never finished.
connect(Number(SMTP_PORT), '127.0.0.1').once('data', () => setTimeout(() => console.log('busy'), 500));
