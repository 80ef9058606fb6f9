import { z } from 'zod';
import { typedMoment } from './typed-moment';

const title = z.string().trim().min(1, 'title').max(120, 'title');
const text = z.string().trim().min(1, 'text').max(1000, 'text');
const moment = z.string().regex(typedMoment, 'date');

/** The fields of an announcement, in Spanish time. The link is a page of the shop. */
export const announcementFields = z.object({
  titleEs: title,
  titleEn: title,
  textEs: text,
  textEn: text,
  href: z
    .string()
    .trim()
    .max(300, 'href')
    .regex(/^(?:\/(?:[^/\\\s][^\\\s]*)?)?$/, 'href'),
  from: moment,
  to: moment,
  banner: z.boolean(),
  mail: z.boolean(),
});
export type AnnouncementForm = z.input<typeof announcementFields>;
