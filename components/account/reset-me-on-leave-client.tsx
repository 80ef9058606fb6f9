'use client';

import { useEffect } from 'react';
import { resetMe } from './me/refresh';

/** Refetches the signed-in person when a page with sign-in or sign-out is left. */
export function ResetMeOnLeave() {
  useEffect(() => resetMe, []);
  return null;
}
