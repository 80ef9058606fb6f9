// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PasswordField } from '@/components/account/password-field-client';
import { Field } from '@/components/ui/field';
import { newPasswordSchema } from '@/lib/account/sign-in/schema';

vi.mock('next-intl', () => ({
  useTranslations: () => (key: string, values?: { count: number }) => (values ? `${key} ${values.count}` : key),
}));

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Kept() {
  const [name, setName] = useState('');
  return <Field label="kept" maxLength={16} value={name} onChange={(event) => setName(event.target.value.trim())} />;
}

const input = () => document.querySelector('input') as HTMLInputElement;
function paste(text: string) {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const described = () =>
  (input().getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

test.each([
  ['of the browser', <Field key="own" label="own" maxLength={16} />],
  ['of React', <Kept key="kept" />],
])('no field %s truncates pasted text, and its message counts the excess', (_whose, field) => {
  act(() => root.render(field));
  expect(input().maxLength).toBe(-1);
  paste(' Capitan_Nube_016');
  expect(input().value.trim()).toBe('Capitan_Nube_016');
  expect(described()).toEqual(['']);
  paste('Capitan_Nube_01623');
  expect(described()).toEqual(['tooLong 2']);
  paste('Capitan');
  expect(described()).toEqual(['']);
});

test("a controlled field has no listener that would interfere with React's input", () => {
  const listen = vi.spyOn(HTMLInputElement.prototype, 'addEventListener');
  act(() => root.render(<Kept />));
  expect(listen.mock.calls.map(([type]) => type)).not.toContain('input');
  act(() => root.render(<Field key="own" label="own" maxLength={16} />));
  expect(listen.mock.calls.map(([type]) => type)).toContain('input');
  listen.mockRestore();
});

/** The plain fields of a source file that let the browser cut what is pasted into them. */
function cuttingFields(path: string, source = readFileSync(path, 'utf8')): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const isPlain = /^(input|textarea)$/.test(node.tagName.getText());
      const cuts = node.attributes.properties.some((attribute) => /^maxlength$/i.test(attribute.name?.getText() ?? ''));
      if (isPlain && cuts) found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no page has a field truncated by the browser', () => {
  expect(
    cuttingFields('x.tsx', '<p><input name="a" maxLength={3} /><textarea maxLength={9}></textarea></p>'),
  ).toHaveLength(2);
  expect(cuttingFields('x.tsx', '<Field maxLength={3} />')).toEqual([]);
  expect(globSync('{app,components}/**/*.tsx').flatMap((path) => cuttingFields(path))).toEqual([]);
});

test('a native form with excess input is not submitted', () => {
  act(() =>
    root.render(
      <form>
        <Field label="search" maxLength={16} />
      </form>,
    ),
  );
  paste('Capitan_Nube_01623');
  expect(input().form?.checkValidity()).toBe(false);
  expect(input().validationMessage).toBe('tooLong 2');
  paste('Capitan_Nube');
  expect(input().form?.checkValidity()).toBe(true);
});

test('a password keeps its spaces, and a current one has no limit', () => {
  act(() => root.render(<PasswordField label="new" autoComplete="new-password" />));
  paste(` ${'a'.repeat(63)}`);
  expect(described()).toEqual(['tooLong 4']);
  act(() => root.render(<PasswordField key="old" label="old" autoComplete="current-password" />));
  paste('a'.repeat(64));
  expect(described()).toEqual([undefined]);
});

test.each([
  ['a'.repeat(60), undefined],
  ['a'.repeat(61), 'passwordLong'],
  ['ñ'.repeat(36), undefined],
  ['ñ'.repeat(37), 'passwordBytes'],
])('a new password is validated by its length: %s', (password, problem) =>
  expect(newPasswordSchema.safeParse({ password, confirmation: password }).error?.issues[0]?.message).toBe(problem),
);
