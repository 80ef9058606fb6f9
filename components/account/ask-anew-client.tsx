'use client';

import { useEffect } from 'react';
import { askAnew } from './me/refresh';

/** Refetches the signed-in person when a page with sign-in or sign-out is left. */
export function AskAnew() {
  useEffect(() => askAnew, []);
  return null;
}
