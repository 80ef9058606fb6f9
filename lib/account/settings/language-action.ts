'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { succeed } from '@/lib/core/action/result';
import { locales } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

/**
 * Stores the chosen language for mails and invoices. In a module of its own, because every page offers it and the other
 * actions load the image library.
 */
export const rememberLanguage = defineAction('rememberLanguage', {
  who: 'signedIn',
  input: z.enum(locales),
  run: async (idioma, me) => {
    const client = await createRequestClient();
    await dataOf('language update', client.from('usuarios_meta').update({ idioma }).eq('id', me.id));
    return succeed(undefined);
  },
});
