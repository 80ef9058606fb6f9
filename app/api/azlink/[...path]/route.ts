const refuse = () =>
  Response.json({ error: 'no_disponible' }, { status: 404, headers: { 'cache-control': 'no-store' } });

/** Accounts, mail addresses, passwords and money of the shop are no business of a game server. */
export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
