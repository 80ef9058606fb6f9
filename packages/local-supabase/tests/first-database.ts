import { findAnyPorts } from '@unstore/processes';
import { startDatabase } from '../src/database/start-database.ts';

const { database: port } = await findAnyPorts('database');
await startDatabase({ dataDir: process.argv[2] ?? '', port, password: 'local', durable: false });
