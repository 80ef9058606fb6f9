import { installWithApt } from './tools/debian.ts';
import { findJava } from './tools/java.ts';

// The nightly tests run the W3C's validator on Java.
if (!findJava()) installWithApt('default-jre-headless');
if (!findJava()) console.warn('Install the package default-jre-headless: the tests that need it will fail.');
