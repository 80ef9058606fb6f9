import { type ChangeEvent, useEffect, useState, useTransition } from 'react';
import { type Edit, editOf, type FieldValue, type FormValues } from '@/lib/core/action/edit';
import type { Result } from '@/lib/core/action/result';
import { readStoredJson, storeJson } from './browser-storage';
import { type ActionCode, answerOf, problemOf } from './use-action';

type Kept = { base: FormValues; typed: FormValues };

const storageKey = (name: string) => `edit:${name}`;

function readKept(name: string): Kept | null {
  const kept = readStoredJson(storageKey(name), 'session') as Kept | null;
  return kept?.typed && Object.keys(kept.typed).length > 0 ? kept : null;
}

function keep(name: string, kept: Kept): void {
  storeJson(storageKey(name), Object.keys(kept.typed).length > 0 ? kept : null, 'session');
}

const without = (values: FormValues, name: string): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));

type Options<Values extends FormValues, Notes extends Record<string, string>, Code extends string> = {
  /** Storage key of the input in this tab, such as `product:` with the id. */
  name: string;
  /** Current values. Untouched fields follow them. */
  loaded: Values;
  /** Fields of the act itself, such as a reason. */
  notes?: Notes;
  /** Each save makes a new object, so the form is as `loaded` again after it. */
  isNew?: boolean;
  save: (edit: Edit<Values>, notes: Notes) => Promise<Result<unknown, Code>>;
  messages: (code: ActionCode<Code>) => string | undefined;
  onDone: () => unknown;
};

/**
 * A form that changes an existing object. It sends only changed fields with their loaded values; if another person
 * changed the same field, `conflicts` contains that value until one of the two is chosen. The input survives a refusal,
 * an outage, a lost session and a reload of the tab.
 *
 * @returns `field` and `tick` are the properties of an input or a checkbox; `revise` changes a field programmatically;
 * `base` are the values that the input was typed upon; `clash` shows the conflicts of another action with these fields
 */
export function useEditForm<
  Values extends FormValues,
  Notes extends Record<string, string> = Record<string, never>,
  Code extends string = string,
>({ name, loaded, notes, isNew = false, save, messages, onDone }: Options<Values, Notes, Code>) {
  const start: FormValues = { ...notes, ...loaded };
  const [seen, setSeen] = useState(JSON.stringify(start));
  const [{ base, typed }, setKept] = useState<Kept>({ base: start, typed: {} });
  const [isRecovered, setRecovered] = useState(false);
  const [conflicts, setConflicts] = useState<Record<string, FieldValue>>({});
  const [failure, setFailure] = useState<{ code?: string; problem?: string; fieldErrors: Record<string, string> }>({
    fieldErrors: {},
  });
  const [pending, begin] = useTransition();

  if (seen !== JSON.stringify(start)) {
    setSeen(JSON.stringify(start));
    const touched = Object.fromEntries(Object.keys(typed).map((field) => [field, base[field] ?? '']));
    setKept({ base: { ...start, ...touched }, typed });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: stored input is read once per object
  useEffect(() => {
    const kept = readKept(name);
    if (!kept) return;
    const known = Object.fromEntries(Object.entries(kept.typed).filter(([field]) => field in start));
    const loadedThen = Object.fromEntries(Object.keys(known).map((field) => [field, kept.base[field] ?? '']));
    setKept({ base: { ...start, ...loadedThen }, typed: known });
    setRecovered(true);
  }, [name]);

  const values: FormValues = { ...base, ...typed };

  function change(next: Kept) {
    setKept(next);
    keep(name, next);
  }

  function revise(field: string, value: FieldValue) {
    const rest = without(typed, field);
    change({ base, typed: value === base[field] ? rest : { ...rest, [field]: value } });
  }

  function resolve(field: string, isMine: boolean) {
    const theirs = conflicts[field] ?? '';
    change({ base: { ...base, [field]: theirs }, typed: isMine ? typed : without(typed, field) });
    setConflicts(Object.fromEntries(Object.entries(conflicts).filter(([other]) => other !== field)));
    setFailure({ fieldErrors: {} });
  }

  function forget() {
    change({ base, typed: {} });
    setRecovered(false);
    setConflicts({});
    setFailure({ fieldErrors: {} });
  }

  function clash(details: Record<string, string | number> = {}) {
    const now = Object.entries(details).map(([field, value]) => [
      field,
      typeof base[field] === 'boolean' ? value === 'true' : String(value),
    ]);
    // Untouched fields keep their values, too, until one is chosen.
    const own = Object.fromEntries(now.map(([field]) => [field, values[String(field)] ?? '']));
    change({ base, typed: { ...typed, ...own } });
    setConflicts(Object.fromEntries(now));
  }

  const submit = () =>
    begin(async () => {
      const own = Object.fromEntries(Object.keys(loaded).map((field) => [field, base[field] ?? ''])) as Values;
      const said = Object.fromEntries(Object.keys(notes ?? {}).map((field) => [field, String(values[field])])) as Notes;
      const answer = await answerOf(() => save(editOf(own, values), said));
      if (answer.ok) {
        setRecovered(false);
        setConflicts({});
        setFailure({ fieldErrors: {} });
        setKept((now) => {
          const since = Object.entries(now.typed).filter(([field, value]) => value !== values[field]);
          const next = { base: isNew ? start : { ...values, ...notes }, typed: Object.fromEntries(since) };
          keep(name, next);
          return next;
        });
        await onDone();
        return;
      }
      if (answer.error === 'conflicto') clash(answer.details);
      setFailure({ code: answer.error, ...problemOf(answer, messages) });
    });

  return {
    base: base as Values & Notes,
    values: values as Values & Notes,
    field: (field: keyof (Values & Notes) & string) => ({
      name: field,
      value: String(values[field]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        revise(field, event.target.value),
    }),
    tick: (field: keyof Values & string) => ({
      name: field,
      checked: values[field] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => revise(field, event.target.checked),
    }),
    revise: (field: keyof (Values & Notes) & string, value: FieldValue) => revise(field, value),
    isDirty: Object.keys(typed).length > 0,
    isRecovered,
    conflicts,
    resolve,
    clash,
    forget,
    submit,
    pending,
    /** Code and message of the last failure, and the codes of its fields. */
    ...failure,
  };
}

export type EditFormState = Pick<
  ReturnType<typeof useEditForm>,
  | 'isDirty'
  | 'isRecovered'
  | 'conflicts'
  | 'resolve'
  | 'forget'
  | 'submit'
  | 'pending'
  | 'code'
  | 'problem'
  | 'fieldErrors'
> & { values: FormValues };
