'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import { type Control, fillIn, type Held, heldBy } from './control';

const isControl = (element: Element): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['hidden', 'file', 'submit'].includes(element.type));

const controlsOf = (form: HTMLFormElement) => [...form.elements].filter(isControl);

/**
 * A form with a server action. React resets such a form after the response; input typed in the meantime is kept. The
 * first refused field gets the focus.
 */
export function ActionForm({
  ref,
  ...rest
}: Omit<ComponentProps<'form'>, 'action'> & { action: (form: FormData) => void }) {
  const own = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = own.current;
    if (!form) return;
    let sent = new Map<Control, Held>();
    const send = () => {
      sent = new Map(controlsOf(form).map((control) => [control, heldBy(control)]));
    };
    const reset = () => {
      const since = controlsOf(form).flatMap((control) => {
        const value = heldBy(control);
        return sent.has(control) && sent.get(control) !== value ? [[control, value] as const] : [];
      });
      sent = new Map();
      // The `reset` event fires before the fields are cleared.
      queueMicrotask(() => {
        for (const [control, value] of since) if (heldBy(control) !== value) fillIn(control, value);
        // On a phone a refused field may be outside the visible part. The focus of somebody who is already typing is
        // kept.
        if (since.length === 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    };
    form.addEventListener('submit', send, true);
    form.addEventListener('reset', reset);
    return () => {
      form.removeEventListener('submit', send, true);
      form.removeEventListener('reset', reset);
    };
  }, []);
  return (
    <form
      {...rest}
      ref={(node) => {
        own.current = node;
        if (typeof ref === 'function') ref(node);
        else if (ref) ref.current = node;
      }}
    />
  );
}
