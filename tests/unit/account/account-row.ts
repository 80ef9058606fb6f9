/** An account as `quien_soy` answers it: a person without a second factor, the Club, or a ban. */
export const accountRow = {
  id: 'ana',
  display_name: 'Ana',
  username: 'ana',
  avatar_url: '',
  role: 'user',
  mfa_pendiente: false,
  mfa_activa: false,
  aal2: false,
  club: false,
  uncoins: 0,
  reputacion: 'buena',
  banned_until: null,
  ban_motivo: null,
  avisos: 0,
  favoritos: 0,
  siguiendo: [],
};
