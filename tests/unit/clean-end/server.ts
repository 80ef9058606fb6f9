import { createServer } from 'node:http';
import { endCleanly } from '../../../lib/core/clean-end.ts';

/** A server that ends as Next's does. `/slow` has begun its answer when the signal comes. */
let [begun, answered] = [0, 0];
const server = createServer((request, response) => {
  begun += 1;
  response.once('finish', () => {
    answered += 1;
  });
  if (request.url !== '/slow') return response.end('soon');
  response.write('late, ');
  setTimeout(() => response.end('and whole'), 1_000);
});
process.on('SIGTERM', () =>
  server.close(() => {
    console.log(`begun ${begun}, answered ${answered}`);
    process.exit(143);
  }),
);
endCleanly();
server.listen(Number(process.argv[2]), () => console.log('listening'));
