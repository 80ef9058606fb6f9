// Listens for the webhooks of the shop: `npm install standardwebhooks`, then
// WEBHOOK_SECRET=whsec_… node listener.mjs 8080
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
// Keep the ids in a database if your program must not do something twice after a restart.
const handled = new Set();

function handle({ type, data }) {
  if (type === 'sale.created') console.log(`sold ${data.product_slug} for ${data.paid_cents / 100} EUR`);
  else if (type === 'license.ended') console.log(`key ${data.license_id} has ended: ${data.reason}`);
  else console.log(type);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  let event;
  try {
    // Anybody can send a request, also an endless one, or close the connection halfway.
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > 1_000_000) throw new Error('no webhook is so large');
    }
    // The signature is of these very bytes, so they are checked before they are parsed.
    event = webhook.verify(Buffer.concat(chunks), request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  // Answer first: the shop waits for ten seconds.
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (handled.has(id)) return;
  handled.add(id);
  handle(event);
});
server.listen(Number(process.argv[2] ?? 8080), () => console.log('listening'));
