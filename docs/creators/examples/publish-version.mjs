// Publishes a version: node publish-version.mjs <file> <version> <changes>
// Environment: UNSTORE_URL (the shop), UNSTORE_KEY (an API key with products:write), UNSTORE_PRODUCT (the product's id).
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const { UNSTORE_URL, UNSTORE_KEY, UNSTORE_PRODUCT } = process.env;
const [path = '', version = '', changes = ''] = process.argv.slice(2);

/** Calls the API, and stops with what it says when it refuses. */
async function post(address, body) {
  const response = await fetch(`${UNSTORE_URL}/api/v1${address}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${UNSTORE_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${address}: ${answer.code} ${JSON.stringify(answer.errors ?? [])}`);
  return answer;
}

const bytes = await readFile(path);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const file = { name: basename(path), bytes: bytes.length };
const { upload_id, url } = await post('/uploads', file);
const sent = await fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/octet-stream' } });
if (!sent.ok) throw new Error(`the file was not taken: ${sent.status}`);
// Run again, it replaces the submission that waits.
await post(`/products/${UNSTORE_PRODUCT}/versions`, { version, changes, file: { ...file, upload_id, sha256 } });
console.log(`${version} is in review.`);
