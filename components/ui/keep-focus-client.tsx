'use client';

import { useEffect } from 'react';

/** Time in which a dialog, or a step that replaces the removed element, takes the focus itself. */
const waitMs = 100;

/** The focused element outside dialogs and menus, and the headings of its row and sections, the nearest first. */
type Place = { element: HTMLElement; headings: HTMLElement[]; path: string };

/** True if a heading precedes the element and does not belong to another row. */
function isHeadingOf(element: HTMLElement, heading: HTMLElement): boolean {
  const row = heading.closest('li, tr, article');
  const isBefore = heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBefore !== 0 && (row === null || row.contains(element));
}

const placeOf = (element: HTMLElement): Place => ({
  element,
  headings: [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, legend')]
    .filter((heading) => isHeadingOf(element, heading))
    .reverse(),
  path: location.pathname,
});

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function focusNear({ element, headings }: Place) {
  element.focus({ preventScroll: true });
  for (const heading of [...headings, ...document.querySelectorAll<HTMLElement>('h1')]) {
    if (!isLost()) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

/**
 * Browsers drop the focus when the focused element is removed, such as the button of a deleted row. This moves it to
 * the heading of its row or section, or back to the element that opened a removed dialog.
 */
export function KeepFocus() {
  useEffect(() => {
    let place: Place | null = null;

    function enter({ target }: FocusEvent) {
      if (target instanceof HTMLElement && !target.closest('[role="dialog"], [role="menu"]')) place = placeOf(target);
    }

    function leave({ target }: FocusEvent) {
      // Chrome also fires this event before it removes the element.
      queueMicrotask(() => {
        if (place?.element === target && place.element.isConnected && isLost()) place = null;
      });
    }

    const observer = new MutationObserver(() => {
      if (!place || !isLost()) return;
      setTimeout(() => {
        if (place && isLost() && place.path === location.pathname) focusNear(place);
      }, waitMs);
    });

    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
      observer.disconnect();
      place = null;
    };
  }, []);
  return null;
}
