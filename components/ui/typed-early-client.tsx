'use client';

import { type ComponentProps, useEffect, useState } from 'react';
import { type Control, fillIn, type Held, heldBy, isBox } from './control';

const find = (id: string) => document.getElementById(id) as Control | null;

/**
 * Watches a server-rendered control until hydration; null for a control created on the client. React may still be
 * rendering when the next key is typed.
 */
function watchEarly(id: string): { held: Held; stop: () => void } | null {
  const control = typeof document === 'undefined' ? null : find(id);
  if (!control) return null;
  const note = () => {
    early.held = heldBy(control);
  };
  const early = { held: heldBy(control), stop: () => control.removeEventListener('input', note) };
  control.addEventListener('input', note);
  return early;
}

type Props = {
  /** Id of the control. */
  control: string;
  /** Initially rendered value. */
  sent: ComponentProps<'input'>['value'] | boolean;
};

/**
 * Keeps input from before hydration. React does not read the value of a control it hydrates, and overwrites it with its
 * own, at once or at the next render. Place this before the control, so that it renders first.
 */
export function TypedEarly({ control, sent }: Props) {
  const [known] = useState(typeof sent === 'boolean' ? sent : String(sent).replaceAll(/\r\n?/g, '\n'));
  const [early] = useState(() => watchEarly(control));
  useEffect(() => {
    early?.stop();
    const found = early && find(control);
    if (!found) return;
    const now = heldBy(found);
    const value = now === known ? early.held : now;
    // The selected radio button reports the group.
    if (value === known || (found.type === 'radio' && !value)) return;
    // The form first restores its own stored input: its effects run after this one.
    queueMicrotask(() => {
      if (!isBox(found)) found.value = String(known);
      fillIn(found, value);
    });
  }, [control, known, early]);
  return null;
}
