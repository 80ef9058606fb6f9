const refuse = () =>
  Response.json({ error: 'no_disponible' }, { status: 404, headers: { 'cache-control': 'no-store' } });

/** Other routes of AzLink are refused: a game server has no access to accounts, mail addresses, passwords or money. */
export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
