'use client';

import { type ComponentProps, useEffect, useState } from 'react';
import { type Control, fillIn, type Held, heldBy, isBox } from './control';

const find = (id: string) => document.getElementById(id) as Control | null;

/**
 * What a control of a page that has been sent holds until React takes it over; null where a script makes it. React may
 * still be rendering when the next letter is typed.
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
  /** The id of the control. */
  control: string;
  /** What React renders it with at first. */
  sent: ComponentProps<'input'>['value'] | boolean;
};

/**
 * Keeps what somebody types or ticks before the scripts of a page have come. React does not look at what is in a control
 * that it takes over, and writes its own value over it, at once or as soon as it renders again. So this stands before the
 * control, to be rendered first.
 */
export function TypedEarly({ control, sent }: Props) {
  const [known] = useState(typeof sent === 'boolean' ? sent : String(sent).replaceAll(/\r\n?/g, '\n'));
  const [early] = useState(() => watchEarly(control));
  useEffect(() => {
    early?.stop();
    const found = early && find(control);
    if (!found) return;
    const now = heldBy(found);
    const held = now === known ? early.held : now;
    // Of radio buttons, the one that was chosen says it.
    if (held === known || (found.type === 'radio' && !held)) return;
    // The form has to read first what it has kept itself: its effects run after this one.
    queueMicrotask(() => {
      if (!isBox(found)) found.value = String(known);
      fillIn(found, held);
    });
  }, [control, known, early]);
  return null;
}
