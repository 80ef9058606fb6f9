import { startDatabase } from '../../../local/database/start-database.ts';
import { findAnyPorts } from '../../../local/process/ports.ts';

const { database: port } = await findAnyPorts('database');
await startDatabase({ dataDir: process.argv[2] ?? '', port, password: 'prueba', durable: false });
