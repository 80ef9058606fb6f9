'use client';

import { useEffect } from 'react';
import { askAnew } from './me/refresh';

/** On pages that somebody signs in or out on: what comes after them asks who it is now. */
export function AskAnew() {
  useEffect(() => askAnew, []);
  return null;
}
