import { logWarnings } from '../../../lib/core/log/warnings.ts';

/** A server that is warned by Node. */
if (process.argv[2] === 'logged') {
  logWarnings((fields, message) => console.log(JSON.stringify({ level: 40, ...fields, msg: message })));
}
process.emitWarning('do not', 'DeprecationWarning', 'DEP0000');
process.emitWarning('beware');
