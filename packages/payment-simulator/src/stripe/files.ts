import type Stripe from 'stripe';
import { z } from 'zod';
import { kindOf } from '../http/multipart.ts';
import { json } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { stripeRoute } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { expand } from './params.ts';

const largest = 5 * 1024 * 1024;
const accepted: readonly string[] = ['pdf', 'jpg', 'png'];

/** Stores a file as evidence of a dispute: its facts only, without its bytes. */
function createFile({ context, parts }: Request): Stripe.File {
  const file = parts?.find(({ name }) => name === 'file');
  if (!file) throw invalid('Missing required param: file.', 'file', 'parameter_missing');
  const kind = kindOf(file.bytes);
  if (!kind || !accepted.includes(kind)) {
    throw invalid(
      'File for key file is not one of the supported file types for dispute_evidence: PDF, JPEG, PNG.',
      'file',
    );
  }
  if (file.bytes.length > largest) throw invalid('File for key file exceeds the maximum size of 5 MB.', 'file');
  const stored: Stripe.File = {
    id: stripeId('file'),
    object: 'file',
    created: nowSeconds(),
    expires_at: null,
    filename: file.fileName ?? null,
    links: null,
    purpose: 'dispute_evidence',
    size: file.bytes.length,
    title: null,
    type: kind,
    url: null,
  };
  context.store.put('file', stored, { root: stored.id });
  return stored;
}

export const fileRoutes: Route[] = [
  stripeRoute(
    'POST',
    '/v1/files',
    z.strictObject({ purpose: z.literal('dispute_evidence'), file: z.string().optional(), expand }),
    (request) => json(200, createFile(request)),
  ),
  stripeRoute('GET', '/v1/files/:id', z.strictObject({ expand }), ({ context, params }) => {
    const file = context.store.get<Stripe.File>('file', params.id ?? '');
    if (!file) throw noSuch('file', params.id ?? '');
    return json(200, file.body);
  }),
];
