'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

/** Escape leaves the personal area, unless it closes an open dialog or menu, or is pressed in a field. */
export function LeaveOnEscape() {
  const router = useRouter();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]');
      if (event.key === 'Escape' && !busy && !isField(event.target)) router.push('/');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [router]);
  return null;
}
