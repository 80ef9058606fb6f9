export { compareCatalogues, readCatalogue } from './schema/catalogue.ts';
export { describeDrift, findDrift } from './schema/drift.ts';
export { applySchemas, readSchemas } from './schema/files.ts';
export { makeMigration } from './schema/make-migration.ts';
