import { installWithApt } from './tools/debian.ts';
import { findJava, findJavaCompiler } from './tools/java.ts';

const isMissing = () => !findJava() || !findJavaCompiler();

// The nightly tests run the W3C's validator on Java, and jars that they compile.
if (isMissing()) installWithApt('default-jdk-headless');
if (isMissing()) console.warn('Install the package default-jdk-headless: the tests that need it will fail.');
