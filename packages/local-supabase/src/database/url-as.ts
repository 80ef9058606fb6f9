type DatabaseRole =
  | 'supabase_admin'
  | 'postgres'
  | 'authenticator'
  | 'local_services'
  | 'supabase_auth_admin'
  | 'supabase_storage_admin';

/** The database's address for another role. All roles of a local cluster have one password. */
export function urlAs(databaseUrl: string, role: DatabaseRole): string {
  const url = new URL(databaseUrl);
  url.username = role;
  return url.href;
}
