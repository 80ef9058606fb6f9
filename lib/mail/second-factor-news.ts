/** Changes of the second factor that its owner is notified of. */
export const secondFactorNews = ['activado', 'app_quitada', 'desactivado', 'restablecido', 'codigo_usado'] as const;
