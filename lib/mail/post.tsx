import { z } from 'zod';
import { textOfHtml } from '@/lib/core/html/text';
import { ownPostPath, postPath } from '@/lib/core/http/segments';
import { MailLink, MailWords } from './layout';
import type { MailTemplate } from './types';
import { leaveQuery } from './unsubscribe';

const postData = z.object({
  publicacion: z.uuid(),
  titulo: z.string(),
  texto: z.string(),
  de: z.string(),
  publica: z.boolean(),
  audiencia: z.enum(['publico', 'seguidores', 'duenos']),
  usuario: z.uuid(),
});

const excerptLength = 400;

/** A post of a creator, for its audience. */
export const composePost: MailTemplate = async ({ data, siteUrl, t }) => {
  const post = postData.parse(data);
  const query = await leaveQuery('publicaciones', post.usuario);
  const path = post.publica ? postPath(post.publicacion) : ownPostPath(post.publicacion);
  return {
    subject: t('publicacion.subject', { name: post.de, title: post.titulo }),
    title: post.titulo,
    oneClick: `${siteUrl}/api/unsubscribe?${query}`,
    action: { href: `${siteUrl}${path}`, label: t('publicacion.open') },
    footer: t(post.audiencia === 'duenos' ? 'publicacion.footerOwner' : 'publicacion.footer', { name: post.de }),
    content: (
      <>
        <MailWords text={textOfHtml(post.texto, excerptLength)} />
        <MailLink href={`${siteUrl}/baja?${query}`} label={t('publicacion.leave')} />
      </>
    ),
  };
};
