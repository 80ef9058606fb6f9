import { installWithApt } from './tools/debian.ts';
import { findJava } from './tools/java.ts';

// The W3C's validator, which the nightly tests ask, runs on it.
if (!findJava()) installWithApt('default-jre-headless');
if (!findJava()) console.warn('Install the package default-jre-headless: the tests that need it will fail.');
