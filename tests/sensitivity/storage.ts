import type { Bug } from './bug.ts';

/** Files and pictures. */
export const storage: Bug[] = [
  {
    id: 'any-file-for-moderators',
    breaks: 'Moderators read every file that is sold, not only those under review.',
    file: 'supabase/schemas/50_storage.sql',
    find: "privado.es_moderador() and privado.en_revision('descargas/' || p_nombre)",
    replace: 'privado.es_moderador()',
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'any-file-for-signed-in',
    breaks: 'Everybody signed in reads every file that is sold.',
    file: 'supabase/schemas/50_storage.sql',
    find: "when 'descargas' then privado.tiene_descarga('descargas/' || p_nombre)",
    replace: "when 'descargas' then true",
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'files-for-everybody-who-sends',
    breaks: 'Whoever sends a file reads it, and shares it from here.',
    file: 'supabase/schemas/50_storage.sql',
    find: `
        and current_setting('storage.operation', true) = 'object.get_authenticated_info'`,
    replace: '',
    tests: ['tests/db/storage.test.ts', 'tests/db/storage-api.test.ts'],
  },
  {
    id: 'files-of-drafts-deleted',
    breaks: 'A file goes while a draft names it.',
    file: 'supabase/schemas/50_storage.sql',
    find: `
      or exists (select from public.borradores where privado.archivos_de(contenido) @> array[p_ruta])`,
    replace: '',
    tests: ['tests/db/unused-files.test.ts'],
  },
  {
    id: 'files-named-meanwhile-deleted',
    breaks: 'A file goes that is being sent to review at this moment.',
    file: 'supabase/schemas/51_publishing.sql',
    find: `  perform privado.esperar_archivos(new.autor_id);
`,
    replace: '',
    tests: ['tests/db/unused-files.test.ts'],
  },
  {
    id: 'bought-files-of-who-left-deleted',
    breaks: 'With a deleted account go the files that its buyers have.',
    file: 'supabase/schemas/50_storage.sql',
    find: '    or exists (select from public.adquisiciones where producto_id = any (v_productos))\n',
    replace: '',
    tests: ['tests/db/unused-files.test.ts'],
  },
  {
    id: 'downloads-uncounted',
    breaks: 'A buyer reads a file past the shop, and no download is counted.',
    file: 'supabase/schemas/32_licences.sql',
    find: `      and exists (select from public.descargas_hechas h
        where h.adquisicion_id = a.id and h.created_at > now() - interval '2 minutes'));`,
    replace: ');',
    tests: ['tests/db/storage.test.ts', 'tests/db/storage-api.test.ts'],
  },
  {
    id: 'files-written-over',
    breaks: 'A creator writes over a file after its review, by a link that was signed while its name was free.',
    file: 'supabase/schemas/50_storage.sql',
    find: `    and (new.version is distinct from old.version or new.name <> old.name or new.bucket_id <> old.bucket_id))
`,
    replace: `    and false)
`,
    tests: ['tests/db/storage.test.ts', 'tests/db/storage-api.test.ts', 'tests/db/resumable-storage.test.ts'],
  },
  {
    id: 'dots-in-paths',
    breaks: 'A path may climb out of its folder.',
    file: 'supabase/schemas/03_paths.sql',
    find: '(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6}',
    replace: '(/[A-Za-z0-9_.-]+){1,6}',
    tests: ['tests/db/storage-paths.test.ts'],
  },
  {
    id: 'quota-ignores-uploads',
    breaks: 'Uploads that are on their way take no room: the quota is passed.',
    file: 'supabase/schemas/50_storage.sql',
    find: 'v_ocupado + v_en_camino + p_bytes > privado.cuota_descargas()',
    replace: 'v_ocupado + p_bytes > privado.cuota_descargas()',
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'files-of-others-sold',
    breaks: 'A creator sells the file of another creator.',
    file: 'supabase/schemas/51_publishing.sql',
    find: `create trigger exigir_descargas_propias before insert on public.revisiones_producto
  for each row execute function privado.exigir_descargas_propias();
`,
    replace: '',
    tests: ['tests/db/moderation.test.ts', 'tests/db/storage-paths.test.ts'],
  },
  {
    id: 'pictures-without-seal',
    breaks: 'Anything can be stored as a picture, past the shop’s encoder.',
    file: 'supabase/schemas/50_storage.sql',
    find: `    return privado.rechazo('sello_no_valido');
`,
    replace: `    null;
`,
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'picture-names-while-free',
    breaks: 'A person is told the name of a picture before the shop has stored it, and stores anything there.',
    file: 'supabase/schemas/17_account.sql',
    find: ' and privado.imagen_llegada(x)',
    replace: '',
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'picture-pass-for-days',
    breaks: 'The permission to store a picture never ends.',
    file: 'supabase/schemas/50_storage.sql',
    find: "created_at > now() - interval '5 minutes'",
    replace: "created_at > now() - interval '500 days'",
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'upload-not-measured',
    breaks: 'A file that arrived in part counts as whole.',
    file: 'supabase/schemas/50_storage.sql',
    find: `  if v_bytes is distinct from p_bytes then return privado.rechazo('incompleto'); end if;
`,
    replace: '',
    tests: ['tests/db/storage.test.ts'],
  },
  {
    id: 'dots-in-paths-of-the-shop',
    breaks: 'The shop makes storage addresses out of `..`.',
    file: 'lib/storage/path.ts',
    find: '((?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6})',
    replace: '((?:/[A-Za-z0-9_.-]+){1,6})',
    tests: ['tests/unit/storage/path.test.ts'],
  },
  {
    id: 'downloads-from-the-shop-itself',
    breaks: 'A download may lead to the shop’s own services.',
    file: 'lib/storage/download-link.ts',
    find: 'if (!isPlain || leadsTo(url, ownOrigins) ||',
    replace: 'if (!isPlain ||',
    tests: ['tests/unit/storage/path.test.ts'],
  },
  {
    id: 'passwords-in-downloads',
    breaks: 'A download may carry a name and a password.',
    file: 'lib/storage/download-link.ts',
    find: "url.username === '' && url.password === '' && ",
    replace: '',
    tests: ['tests/unit/storage/path.test.ts'],
    harmless:
      'the pattern that the address must fit next takes no @ before its path, so nothing with a name or a password gets through',
  },
  {
    id: 'download-links-for-a-day',
    breaks: 'The link to a bought file works for a day, for whoever has it.',
    file: 'lib/orders/download.ts',
    find: 'const secondsToStart = 60;',
    replace: 'const secondsToStart = 86_400;',
    tests: ['tests/unit/storage/download-route.test.ts'],
  },
  {
    id: 'media-as-storage-names-it',
    breaks: 'Storage decides what type a picture is served as.',
    file: 'lib/storage/picture-url.ts',
    find: "url.endsWith('.webp') ? parseStoragePath",
    replace: 'url.length > 0 ? parseStoragePath',
    tests: ['tests/unit/storage/path.test.ts', 'tests/unit/storage/media-route.test.ts'],
  },
  {
    id: 'private-bucket-through-media',
    breaks: 'Private files are served as pictures.',
    file: 'lib/storage/picture-url.ts',
    find: 'return path && allowed.includes(path.bucket) ? path : null;',
    replace: 'return path;',
    tests: ['tests/unit/storage/path.test.ts', 'tests/unit/storage/media-route.test.ts'],
  },
  {
    id: 'remote-picture-from-inside',
    breaks: 'The shop fetches pictures from its own network for creators.',
    file: 'lib/publish/remote.ts',
    find: 'agent: guardedAgent(address), ',
    replace: '',
    tests: ['tests/unit/publish/remote.test.ts'],
  },
];
