import { useEffect, useState } from 'react';

/**
 * Asks before a page with unsaved changes is left: with the browser's own dialog when the page closes, and with
 * `target`, the address of the followed link, for the shop's dialog.
 */
export function useLeaveQuestion(isDirty: boolean) {
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
    function onFollow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target || link.download || 'keeps' in link.dataset) return;
      const { origin, pathname, search, hash } = new URL(link.href);
      if (origin !== location.origin || (pathname === location.pathname && search === location.search)) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(`${pathname}${search}${hash}`);
    }
    addEventListener('beforeunload', onClose);
    document.addEventListener('click', onFollow, true);
    return () => {
      removeEventListener('beforeunload', onClose);
      document.removeEventListener('click', onFollow, true);
    };
  }, [isDirty]);

  return { target, stay: () => setTarget(null) };
}
