import { findClamd } from './tools/clamd.ts';
import { installWithApt } from './tools/debian.ts';

// The nightly tests have a ClamAV scan files, with a signature of their own.
if (!findClamd()) installWithApt('clamav-daemon');
if (!findClamd()) console.warn('Install the package clamav-daemon: the tests that need it will fail.');
