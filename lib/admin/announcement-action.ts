'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { announcementFields } from './announcement-form';

const id = z.number().int().positive();
const paths = ['/dashboard-admin/announcements'];
const gone = ['anuncio_no_encontrado', 'anuncio_publicado'] as const;

/** Saves a draft; a new one without `id`. `version` is that of the loaded draft. */
export const saveAnnouncement = defineAction('saveAnnouncement', {
  who: 'admin',
  input: announcementFields.extend({ id: id.nullable(), version: z.number().int().nullable() }),
  run: (form) =>
    callRpc(
      createRequestClient(),
      'admin_guardar_anuncio',
      {
        p_id: form.id,
        p_version: form.version,
        p_datos: toJson({
          titulo: form.titleEs,
          titulo_en: form.titleEn,
          texto: form.textEs,
          texto_en: form.textEn,
          enlace: form.href,
          desde: form.from,
          hasta: form.to,
          en_barra: form.banner,
          por_correo: form.mail,
        }),
      },
      [...gone, 'conflicto', 'fechas_no_validas', 'anuncio_no_valido'],
    ),
  paths,
});

/** Publishes the loaded version of a draft. The ten-minute job writes its mails. */
export const publishAnnouncement = defineAction('publishAnnouncement', {
  who: 'admin',
  input: z.object({ id, version: z.number().int() }),
  run: (draft) =>
    callRpc(createRequestClient(), 'admin_publicar_anuncio', { p_id: draft.id, p_version: draft.version }, [
      ...gone,
      'conflicto',
      'fechas_no_validas',
    ]),
  paths,
});

/** Withdraws an announcement; waiting mails are not sent. */
export const stopAnnouncement = defineAction('stopAnnouncement', {
  who: 'admin',
  input: id,
  run: (p_id) =>
    callRpc(createRequestClient(), 'admin_detener_anuncio', { p_id }, [
      'anuncio_no_encontrado',
      'anuncio_no_publicado',
    ]),
  paths,
});

/** Deletes a draft. A published announcement can only be withdrawn. */
export const deleteAnnouncement = defineAction('deleteAnnouncement', {
  who: 'admin',
  input: id,
  run: (p_id) => callRpc(createRequestClient(), 'admin_borrar_anuncio', { p_id }, gone),
  paths,
});
