import { texts } from './messages';

const keys = new Map(Object.entries(texts.fields).map(([key, text]) => [text, key as keyof typeof texts.fields]));

/** The key of a text of the description, by which the page about the API shows it in the reader's language. */
export const fieldKey = (text: string): keyof typeof texts.fields | undefined => keys.get(text);
