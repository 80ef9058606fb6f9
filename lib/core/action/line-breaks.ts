import { z } from 'zod';

/** A text of several lines from a form, which sends a line break as two characters; its field counts one. */
export const withLineBreaks = z.string().transform((text) => text.replaceAll('\r\n', '\n'));
