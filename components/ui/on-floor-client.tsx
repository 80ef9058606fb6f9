'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

let floor: HTMLElement | undefined;

/** Container at the bottom of the window, created once per document; `--floor` is the height of its content. */
function floorOf(document: Document): HTMLElement {
  if (floor?.isConnected) return floor;
  floor = document.createElement('div');
  floor.className = 'floor';
  document.body.append(floor);
  new ResizeObserver(([entry]) => {
    const height = entry?.contentRect.height ?? 0;
    // Its margin to the edge below, and the same above.
    document.documentElement.style.setProperty('--floor', height > 0 ? `${Math.ceil(height) + 24}px` : '0px');
  }).observe(floor);
  return floor;
}

/**
 * Overlays the bottom of the window, above earlier overlays. It hides no content: the page gets padding, and sticky
 * footers move above it (`--floor`).
 */
export function OnFloor({ children }: { children: ReactNode }) {
  const [floor, setFloor] = useState<HTMLElement>();
  useEffect(() => setFloor(floorOf(document)), []);
  return floor ? createPortal(children, floor) : null;
}
