import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Names an element as people and screen readers do: by its role and name, the label of its field, or its text. */
export type Query = { role: string; name: RegExp } | { label: RegExp } | { text: RegExp };

/** The pattern of a query. */
export const patternOf = (query: Query): RegExp =>
  'label' in query ? query.label : 'text' in query ? query.text : query.name;

/** Testing Library as a script that defines `TestingLibraryDom`. */
export const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/**
 * A function in the page that returns the first element of a query, or null. A label also finds a hidden field, because
 * fields of files are hidden behind a button.
 */
export const finder = `(kind, source, flags) => {
  const pattern = new RegExp(source, flags);
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = window.TestingLibraryDom;
  const find = {
    label: () => queryAllByLabelText(document.body, pattern),
    text: () => queryAllByText(document.body, pattern),
  }[kind] ?? (() => queryAllByRole(document.body, kind, { name: pattern }));
  return find()[0] ?? null;
}`;

/** Arguments of the finder for a query. */
export function argumentsOf(query: Query): [kind: string, source: string, flags: string] {
  const { source, flags } = patternOf(query);
  return ['role' in query ? query.role : 'label' in query ? 'label' : 'text', source, flags];
}
