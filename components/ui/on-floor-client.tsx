'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

let floor: HTMLElement | undefined;

/** The place at the foot of the window, made once for the document: `--floor` is how high what lies there is. */
function floorOf(document: Document): HTMLElement {
  if (floor?.isConnected) return floor;
  floor = document.createElement('div');
  floor.className = 'floor';
  document.body.append(floor);
  new ResizeObserver(([entry]) => {
    const height = entry?.contentRect.height ?? 0;
    // Its distance from the edge below it, and as much above.
    document.documentElement.style.setProperty('--floor', height > 0 ? `${Math.ceil(height) + 24}px` : '0px');
  }).observe(floor);
  return floor;
}

/**
 * Lies over the pages at the foot of the window, above what lies there already. It covers nothing for good: the page ends
 * above it, and what sticks to the foot of the window stands on it (`--floor`).
 */
export function OnFloor({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement>();
  useEffect(() => setPlace(floorOf(document)), []);
  return place ? createPortal(children, place) : null;
}
