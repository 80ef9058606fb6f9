import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';

export type Mail = { plantilla: string; estado: string; ultimo_error: string | null };

const mails = z.array(z.object({ plantilla: z.string(), estado: z.string(), ultimo_error: z.string().nullable() }));

/** The project of the shop, with its secret key. */
export function openProject(url: string, secretKey: string, signal: AbortSignal) {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal }) },
  });
  const { admin } = client.auth;
  const files = client.storage.from('descargas');
  return {
    /** The number of payments that began within a day. */
    async countRecentOrders(): Promise<number> {
      const since = new Date(Date.now() - 86_400_000).toISOString();
      const all = client.from('pagos').select('id', { count: 'exact', head: true });
      const { count, error } = await all.gt('created_at', since);
      if (error) throw new Error(error.message || 'the orders cannot be counted');
      return count ?? 0;
    },
    /** The id of a recently created account; null without one. Auth lists the newest first. */
    async findUser(email: string): Promise<string | null> {
      const { data, error } = await admin.listUsers({ page: 1, perPage: 50 });
      if (error) throw error;
      return data.users.find((user) => user.email === email)?.id ?? null;
    },
    /** The mails of the outbox to an account. */
    async mailsTo(user: string): Promise<Mail[]> {
      const all = client.from('correos').select('plantilla, estado, ultimo_error').order('id');
      const { data, error } = await all.eq('user_id', user);
      if (error) throw error;
      return mails.parse(data);
    },
    /** The token of a confirmation link: the one of the mail is erased once it is sent. */
    async linkFor(email: string, password: string): Promise<string> {
      const { data, error } = await admin.generateLink({ type: 'signup', email, password });
      if (error) throw error;
      return data.properties.hashed_token;
    },
    /** A signed link of a file, saved under this name. */
    async signFile(path: string, name: string): Promise<string> {
      const { data, error } = await files.createSignedUrl(path, 60);
      if (error) throw error;
      // The client would encode the name twice.
      return `${data.signedUrl}&download=${encodeURIComponent(name)}`;
    },
    async removeFile(path: string): Promise<void> {
      const { error } = await files.remove([path]);
      if (error) throw error;
    },
    async deleteUser(id: string): Promise<void> {
      const { error } = await admin.deleteUser(id);
      if (error) throw error;
    },
  };
}

export type Project = ReturnType<typeof openProject>;
