'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Escape leaves the personal area, unless it closes an open dialog or menu. */
export function LeaveOnEscape() {
  const router = useRouter();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]');
      if (event.key === 'Escape' && !busy) router.push('/');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [router]);
  return null;
}
