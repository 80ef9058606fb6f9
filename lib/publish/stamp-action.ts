'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseStoragePath } from '@/lib/storage/path';
import { findStampProblem, listStampSettings } from './stamps';

const input = z.object({ productId: z.uuid(), editionId: z.uuid().nullable(), isOn: z.boolean() });

/** Sets whether copies of a file of an own product are stamped. A file that cannot be stamped is refused with its reason. */
export const saveStamp = defineAction('saveStamp', {
  who: 'signedIn',
  input,
  invalid: 'no_existe',
  limit: 'publish',
  run: async ({ productId, editionId, isOn }) => {
    if (isOn) {
      const products = await listStampSettings('es');
      const files = products.find((product) => product.productId === productId)?.files ?? [];
      const path = parseStoragePath(files.find((file) => file.editionId === editionId)?.link ?? '');
      const problem = path && (await findStampProblem(path));
      if (problem) return fail(problem);
      if (!path) return fail('no_existe');
    }
    return callRpc(
      createRequestClient(),
      'marcar_archivo',
      { p_producto: productId, p_edicion: editionId, p_marcado: isOn },
      ['no_existe', 'cuenta_deshabilitada'],
    );
  },
  paths: ['/dashboard/stamps'],
});
