import { describe, expect, it, vi } from 'vitest';
import { getSettings } from '@/lib/account/settings/server';
import type { Me } from '@/lib/account/types';

type Answer = { data: unknown; error: { message: string } | null };

const answers = vi.hoisted(() => new Map<string, Answer>());

vi.mock('@/lib/core/supabase/server', () => {
  const query = (table: string) => {
    const answer = async () => answers.get(table);
    const chain = { select: () => chain, eq: () => chain, single: answer, maybeSingle: answer };
    return chain;
  };
  return { createRequestClient: async () => ({ from: query, auth: { getUser: async () => answers.get('user') } }) };
});

const me = { id: 'me-1' } as Me;
const read: Record<string, Answer> = {
  user: { data: { user: { email: 'ana@gmail.com' } }, error: null },
  usuarios_meta: {
    data: { display_name: 'Ana', avatar_url: '/a', banner_url: '/b', bio: 'hola', enlaces: ['https://a.es/'] },
    error: null,
  },
  profiles: { data: { phone: '600 000 000' }, error: null },
  preferencias_aviso: {
    data: {
      correo_producto_nuevo: true,
      correo_version_nueva: false,
      correo_favoritos: true,
      correo_anuncios: true,
      correo_publicaciones: true,
      correo_preguntas: true,
      aviso_cada_venta: true,
      correo_resenas: false,
      correo_resumen: true,
    },
    error: null,
  },
};

const settingsWith = (changed: Record<string, Answer>) => {
  for (const [name, answer] of Object.entries({ ...read, ...changed })) answers.set(name, answer);
  return getSettings(me);
};

describe('the settings', () => {
  it("are the person's data", async () => {
    expect(await settingsWith({})).toMatchObject({
      phone: '600 000 000',
      email: 'ana@gmail.com',
      mails: {
        newProducts: true,
        newVersions: false,
        favourites: true,
        announcements: true,
        reviews: false,
        summary: true,
      },
    });
  });

  it('are empty if never filled in', async () => {
    const nothing = { data: null, error: null };
    expect(await settingsWith({ profiles: nothing, preferencias_aviso: nothing })).toMatchObject({
      phone: '',
      mails: { newProducts: false, newVersions: true, reviews: true, summary: true },
    });
  });

  it.each(Object.keys(read))(
    'cannot be loaded if %s cannot be read, because saving an empty form would erase it',
    async (name) => {
      const away = { data: name === 'user' ? { user: null } : null, error: { message: 'away' } };
      await expect(settingsWith({ [name]: away })).rejects.toThrow('away');
    },
  );
});
