/** What has happened to the second factor of an account, as its owner is told of it. */
export const secondFactorNews = ['activado', 'app_quitada', 'desactivado', 'restablecido', 'codigo_usado'] as const;
