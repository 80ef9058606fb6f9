import 'server-only';
import { get } from 'node:https';
import { useAgent as guardedAgent } from 'request-filtering-agent';
import { deadlines } from '@/lib/core/http/deadlines';
import { maxImageBytes } from '@/lib/storage/accepted-pictures';

/**
 * Downloads a picture from an address of a creator. Internal networks are refused on connection (SSRF). Redirects are
 * not followed.
 *
 * @returns null if it is not https, not public, too slow, too large, or not answered with 200
 */
export function fetchPicture(address: string): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    try {
      const { protocol } = new URL(address);
      if (protocol !== 'https:') return resolve(null);
      const request = get(address, { agent: guardedAgent(address), timeout: deadlines.remotePicture }, (response) => {
        if (response.statusCode !== 200) return request.destroy(new Error('not found'));
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxImageBytes) request.destroy(new Error('too large'));
        });
        response.on('end', () => resolve(Buffer.concat(chunks)));
        // An aborted response emits no end, and its request no error.
        response.on('close', () => resolve(null));
      });
      request.on('timeout', () => request.destroy(new Error('too slow')));
      request.on('error', () => resolve(null));
      setTimeout(() => request.destroy(new Error('too slow')), deadlines.remotePicture).unref();
    } catch {
      resolve(null);
    }
  });
}
