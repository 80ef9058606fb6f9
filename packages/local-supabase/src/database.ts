export { migrate } from './database/migrate.ts';
export { OtherData } from './database/other-data.ts';
export { prepareCluster, preparePlatform, readStatementLimits } from './database/platform.ts';
export { copyDatabase, createPlatformDatabase, startScratch } from './database/scratch.ts';
export { startDatabase, stopLeftover } from './database/start-database.ts';
export { urlAs } from './database/url-as.ts';
