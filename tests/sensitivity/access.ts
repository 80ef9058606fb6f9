import type { Bug } from './bug.ts';

/** Who may do and read what. */
export const access: Bug[] = [
  {
    id: 'admin-without-second-factor',
    breaks: 'An admin’s password alone opens the panel.',
    file: 'supabase/schemas/10_access.sql',
    find: `  if privado.nivel_sesion() is distinct from 'aal2' then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and role = 'admin'`,
    replace: `  return exists (
    select from public.usuarios_meta
    where id = v_yo and role = 'admin'`,
    tests: ['tests/db/second-factor.test.ts'],
  },
  {
    id: 'moderator-without-second-factor',
    breaks: 'A moderator’s password alone opens the queue.',
    file: 'supabase/schemas/10_access.sql',
    find: `  if privado.nivel_sesion() is distinct from 'aal2' then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and role in`,
    replace: `  return exists (
    select from public.usuarios_meta
    where id = v_yo and role in`,
    tests: ['tests/db/panel-roles.test.ts'],
  },
  {
    id: 'banned-admin',
    breaks: 'An admin who is banned stays one.',
    file: 'supabase/schemas/10_access.sql',
    find: "role = 'admin' and (banned_until is null or banned_until <= now())",
    replace: "role = 'admin'",
    tests: ['tests/db/rls-matrix.test.ts'],
  },
  {
    id: 'banned-person-acts',
    breaks: 'Somebody who is banned goes on writing.',
    file: 'supabase/schemas/10_access.sql',
    find: 'borrada_at is null and (banned_until is null or banned_until <= now())',
    replace: 'borrada_at is null',
    tests: ['tests/db/admin.test.ts', 'tests/db/codes.test.ts', 'tests/db/moderation.test.ts'],
  },
  {
    id: 'deleted-account-acts',
    breaks: 'A token of a deleted account goes on writing.',
    file: 'supabase/schemas/10_access.sql',
    find: 'borrada_at is null and (banned_until is null or banned_until <= now())',
    replace: '(banned_until is null or banned_until <= now())',
    tests: ['tests/db/account.test.ts'],
  },
  {
    id: 'password-guessed-in-settings',
    breaks: 'A stolen session guesses the password without end where the address changes.',
    file: 'supabase/schemas/15_passwords.sql',
    find: 'if not v_dentro and not found then return null; end if;',
    replace: '',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'browsers-remembered-without-end',
    breaks: 'A stolen session guesses the password without end from browsers that it has remembered.',
    file: 'supabase/schemas/15_passwords.sql',
    find: "if not privado.contar_intento('recordar', auth.uid()::text, 10, '24 hours') then",
    replace: 'if false then',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'first-password-stays',
    breaks: 'A password typed before the address was confirmed opens the account of its owner.',
    file: 'supabase/schemas/15_passwords.sql',
    find: "if not found then new.encrypted_password := ''; end if;",
    replace: '',
    tests: ['tests/db/first-password.test.ts'],
  },
  {
    id: 'registration-without-the-mail',
    breaks: 'The browser that registered needs no link of the mail for its password to stay.',
    file: 'supabase/schemas/15_passwords.sql',
    find: "where confirmation_token = p_enlace and confirmation_token !~ '^[0-9 ]*$'",
    replace: 'where true',
    tests: ['tests/db/first-password.test.ts'],
  },
  {
    id: 'session-of-somebody-else',
    breaks: 'The session that a token names need not be its owner’s.',
    file: 'supabase/schemas/10_access.sql',
    find: 'select from auth.sessions where id = v_sesion and user_id = v_yo);',
    replace: 'select from auth.sessions where id = v_sesion);',
    tests: ['tests/db/second-factor.test.ts', 'tests/db/auth-mfa.test.ts'],
  },
  {
    id: 'level-of-an-old-token',
    breaks: 'A token keeps its level after the session has lost it.',
    file: 'supabase/schemas/10_access.sql',
    find: "case when v_nivel = 'aal2' and s.aal::text = 'aal2' then",
    replace: "case when v_nivel = 'aal2' then",
    tests: ['tests/db/second-factor.test.ts', 'tests/db/auth-mfa.test.ts'],
  },
  {
    id: 'recovery-opens-for-others',
    breaks: 'A recovery code of one account completes the sign-in of another.',
    file: 'supabase/schemas/10_access.sql',
    find: 'where session_id = v_sesion and user_id = v_yo);',
    replace: 'where session_id = v_sesion);',
    tests: ['tests/db/second-factor.test.ts'],
    harmless: 'a session has one owner, and the level asked first is null in the session of somebody else',
  },
  {
    id: 'payments-for-everybody',
    breaks: 'Everybody signed in reads everybody’s payments.',
    file: 'supabase/schemas/31_payments.sql',
    find: `create policy pagos_select on public.pagos for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));`,
    replace: `create policy pagos_select on public.pagos for select to authenticated
  using (true);`,
    tests: ['tests/db/rls-matrix.test.ts'],
  },
  {
    id: 'ledger-without-second-step',
    breaks: 'Half a sign-in reads the ledger of coins.',
    file: 'supabase/schemas/45_coins.sql',
    find: `create policy movimientos_uncoins_segundo_paso on public.movimientos_uncoins as restrictive for select to authenticated
  using ((select privado.sesion_completa()));
`,
    replace: '',
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'row-level-security-off',
    breaks: 'The table of licences has no row level security.',
    file: 'supabase/schemas/32_licences.sql',
    find: `alter table public.adquisiciones enable row level security;
`,
    replace: '',
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'gift-price-told',
    breaks: 'The recipient of a gift is told what it cost.',
    file: 'supabase/schemas/32_licences.sql',
    find: "when a.regalado_por = y.yo or (a.user_id = y.yo and a.origen <> 'regalo') then a.precio_pagado end",
    replace: 'when y.yo in (a.user_id, a.regalado_por) then a.precio_pagado end',
    tests: ['tests/db/purchase-end.test.ts'],
  },
  {
    id: 'gift-price-readable',
    breaks: 'The recipient of a gift reads what it cost past the shop.',
    file: 'supabase/schemas/32_licences.sql',
    find: '  fecha, hora, revocada_at, revocada_motivo) on public.adquisiciones to authenticated;',
    replace: '  fecha, hora, revocada_at, revocada_motivo, precio_pagado) on public.adquisiciones to authenticated;',
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'gift-seen-before-its-day',
    breaks: 'The recipient reads a gift before its day.',
    file: 'supabase/schemas/44_gifts.sql',
    find: '(destinatario_id = (select auth.uid()) and entregado_at is not null)',
    replace: 'destinatario_id = (select auth.uid())',
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'balances-are-public',
    breaks: 'Visitors read everybody’s balance of coins.',
    file: 'supabase/schemas/11_people.sql',
    find: 'grant select (id, display_name, username, avatar_url, banner_url, bio, role, club, created_at)',
    replace: 'grant select (id, display_name, username, avatar_url, banner_url, bio, role, club, uncoins, created_at)',
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'roles-are-self-service',
    breaks: 'People give themselves a role.',
    file: 'supabase/schemas/11_people.sql',
    find: 'grant update (display_name, avatar_url, banner_url, bio, idioma)',
    replace: 'grant update (display_name, avatar_url, banner_url, bio, idioma, role)',
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'delivery-by-anybody',
    breaks: 'Everybody signed in may say that a payment is paid.',
    file: 'supabase/schemas/36_delivery.sql',
    find: 'grant execute on function public.entregar_pago(text, text, integer, text, uuid, timestamptz) to service_role;',
    replace:
      'grant execute on function public.entregar_pago(text, text, integer, text, uuid, timestamptz) to service_role, authenticated;',
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'search-path-open',
    breaks: 'A function that acts for the shop takes its names from the caller’s schema.',
    file: 'supabase/schemas/46_withdrawals.sql',
    find: `create function privado.saldo_creador(p_usuario uuid) returns jsonb
language sql stable security definer set search_path = '' set`,
    replace: `create function privado.saldo_creador(p_usuario uuid) returns jsonb
language sql stable security definer set`,
    tests: ['tests/db/privileges.test.ts'],
  },
  {
    id: 'moderator-approves-own',
    breaks: 'Moderators approve their own products.',
    file: 'supabase/schemas/53_moderation.sql',
    find: `  if v_revision.autor_id = auth.uid() and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
`,
    replace: '',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'moderator-hides-own',
    breaks: 'Moderators hide what buyers say of their own products.',
    file: 'supabase/schemas/55_reviews.sql',
    find: `  if privado.es_asunto_suyo('resena', p_resena) and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
`,
    replace: '',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'moderator-closes-own',
    breaks: 'Moderators close reports against themselves.',
    file: 'supabase/schemas/56_reports.sql',
    find: 'if privado.es_asunto_suyo(v_reporte.objeto_tipo, v_reporte.objeto_id) and not privado.es_admin() then',
    replace: 'if false then',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'decided-twice',
    breaks: 'A revision that was decided is decided again.',
    file: 'supabase/schemas/53_moderation.sql',
    find: `  if v_revision.estado <> 'pendiente' then return privado.rechazo('ya_resuelta'); end if;
`,
    replace: '',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'draft-of-others',
    breaks: 'Everybody signed in reads the files of any product.',
    file: 'supabase/schemas/51_publishing.sql',
    find: 'where p.slug = p_slug and (p.usuario_id = privado.persona_completa() or privado.es_moderador());',
    replace: 'where p.slug = p_slug and privado.persona_completa() is not null;',
    tests: ['tests/db/moderation.test.ts', 'tests/db/drafts.test.ts'],
    missed: 'Nobody but its creator had asked for a product’s files in a test; a stranger does.',
  },
  {
    id: 'change-product-of-others',
    breaks: 'Everybody signed in sends changes of any product.',
    file: 'supabase/schemas/51_publishing.sql',
    find: 'where id = p_producto and usuario_id = auth.uid() for no key update;',
    replace: 'where id = p_producto for no key update;',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'free-by-its-creator',
    breaks: 'Creators make a paid product free without an admin.',
    file: 'supabase/schemas/51_publishing.sql',
    find: `  if round((v_contenido ->> 'precio')::numeric, 2) = 0 and v_producto.precio > 0 then
    return privado.rechazo('precio_no_valido');
  end if;
`,
    replace: '',
    tests: ['tests/db/moderation.test.ts'],
    missed: 'A price of 0 was tried with new products and with prices alone, not with a change.',
  },
  {
    id: 'taken-down-sells-unseen',
    breaks: 'Buyers of a product that was taken down download what nobody has reviewed.',
    file: 'supabase/schemas/51_publishing.sql',
    find: '    if v_producto.publicado_at is null then perform privado.aplicar_contenido(p_producto, v_contenido); end if;',
    replace: '    perform privado.aplicar_contenido(p_producto, v_contenido);',
    tests: ['tests/db/moderation.test.ts'],
    missed: 'A product was changed in tests while it was on sale or had never been, not after it was taken down.',
  },
  {
    id: 'gift-opened-by-others',
    breaks: 'Everybody signed in opens everybody’s gifts.',
    file: 'supabase/schemas/44_gifts.sql',
    find: 'where pago_id = p_pago and destinatario_id = auth.uid() and entregado_at is not null for update;',
    replace: 'where pago_id = p_pago and entregado_at is not null for update;',
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'download-of-others',
    breaks: 'Everybody signed in downloads what others have bought.',
    file: 'supabase/schemas/32_licences.sql',
    find: 'where a.id = p_adquisicion and a.user_id = auth.uid();',
    replace: 'where a.id = p_adquisicion;',
    tests: ['tests/db/downloads.test.ts'],
  },
  {
    id: 'download-after-refund',
    breaks: 'What was paid back can still be downloaded.',
    file: 'supabase/schemas/32_licences.sql',
    find: `    when p_pedido.revocada_at is not null then 'revocado'
`,
    replace: '',
    tests: ['tests/db/downloads.test.ts'],
  },
  {
    id: 'download-before-release',
    breaks: 'A reservation is downloaded before its day.',
    file: 'supabase/schemas/20_catalogue.sql',
    find: "coalesce(p_edicion.fecha_lanzamiento, p_producto.fecha_lanzamiento, 'infinity') > privado.hoy();",
    replace: "coalesce(p_edicion.fecha_lanzamiento, p_producto.fecha_lanzamiento, 'infinity') > privado.hoy() + 7;",
    tests: ['tests/db/days.test.ts', 'tests/db/downloads.test.ts'],
  },
  {
    id: 'answer-reviews-of-others',
    breaks: 'Everybody signed in answers the reviews of any product.',
    file: 'supabase/schemas/55_reviews.sql',
    find: 'where id = p_resena and privado.es_su_producto(producto_id);',
    replace: 'where id = p_resena;',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'review-without-owning',
    breaks: 'Everybody signed in reviews what they never had.',
    file: 'supabase/schemas/55_reviews.sql',
    find: `  if not exists (select from public.adquisiciones
    where user_id = auth.uid() and producto_id = p_producto and revocada_at is null) then
    return privado.rechazo('no_lo_tienes');
  end if;
`,
    replace: '',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'review-after-refund',
    breaks: 'Who got the money back still reviews the product.',
    file: 'supabase/schemas/55_reviews.sql',
    find: 'where user_id = auth.uid() and producto_id = p_producto and revocada_at is null) then',
    replace: 'where user_id = auth.uid() and producto_id = p_producto) then',
    tests: ['tests/db/moderation.test.ts'],
    missed: 'Reviews were refused to who never had the product, not tried after a refund.',
  },
  {
    id: 'hidden-reviews-public',
    breaks: 'Visitors read reviews that a moderator has hidden.',
    file: 'supabase/schemas/55_reviews.sql',
    find: 'create policy resenas_select_public on public.resenas for select to anon using (not oculta);',
    replace: 'create policy resenas_select_public on public.resenas for select to anon using (true);',
    tests: ['tests/db/moderation.test.ts'],
  },
  {
    id: 'last-admin-lock-dropped',
    breaks: 'Two admins who demote each other at once leave none.',
    file: 'supabase/schemas/19_staff.sql',
    find: `  perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
`,
    replace: '',
    tests: ['tests/db/admin.test.ts'],
  },
  {
    id: 'admin-banned-by-admin',
    breaks: 'An admin is banned by another.',
    file: 'supabase/schemas/19_staff.sql',
    find: "if p_usuario = auth.uid() or v_antes.role = 'admin' then return",
    replace: 'if p_usuario = auth.uid() then return',
    tests: ['tests/db/admin.test.ts'],
  },
  {
    id: 'code-lock-dropped',
    breaks: 'A code is redeemed twice at once.',
    file: 'supabase/schemas/30_vouchers.sql',
    find: 'where upper(codigo) = upper(btrim(p_codigo)) for update;',
    replace: 'where upper(codigo) = upper(btrim(p_codigo));',
    tests: ['tests/db/codes.test.ts'],
  },
  {
    id: 'codes-guessed-freely',
    breaks: 'Redeem codes are tried without a limit.',
    file: 'supabase/schemas/30_vouchers.sql',
    find: `  if not privado.contar_codigo(v_usuario) then return privado.rechazo('demasiados_intentos'); end if;
`,
    replace: '',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'one-attempt-too-many',
    breaks: 'Every limit of the database allows one attempt more.',
    file: 'supabase/schemas/14_limits.sql',
    find: '  return v_veces <= p_limite;',
    replace: '  return v_veces <= p_limite + 1;',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'attack-begins-anew',
    breaks: 'An attack on codes begins anew whenever the clock strikes ten minutes.',
    file: 'supabase/schemas/14_limits.sql',
    find: ', (floor(extract(epoch from now()) / 600) - 1)::text)',
    replace: ')',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'right-password-shows-through',
    breaks: 'After too many guesses the right password still gets in.',
    file: 'supabase/schemas/15_passwords.sql',
    find: 'if v_dentro or v_conocido then',
    replace: 'if v_dentro or not v_conocido then',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'address-changes-without-password',
    breaks: 'A stolen session moves the account to another address.',
    file: 'supabase/schemas/15_passwords.sql',
    find: `  if not found then raise exception 'the password was not asked for' using errcode = 'insufficient_privilege'; end if;
`,
    replace: '',
    tests: ['tests/db/auth-api.test.ts'],
  },
  {
    id: 'sessions-outlive-password',
    breaks: 'A new password leaves the old sessions alive.',
    file: 'supabase/schemas/15_passwords.sql',
    find: `  delete from auth.sessions where user_id = new.id;
`,
    replace: '',
    tests: ['tests/db/auth-api.test.ts'],
  },
  {
    id: 'second-step-guessed-past-the-shop',
    breaks: 'A right code of the second step is taken however many were wrong.',
    file: 'supabase/schemas/16_second_factor.sql',
    find: `  if v_dentro then
    perform privado.devolver_intento('segundo_paso', v_usuario);`,
    replace: `  if true then
    perform privado.devolver_intento('segundo_paso', v_usuario);`,
    tests: ['tests/db/auth-mfa.test.ts'],
  },
  {
    id: 'app-without-password',
    breaks: 'A stolen session sets up an app of its own at Auth itself, and locks the owner out.',
    file: 'supabase/schemas/16_second_factor.sql',
    find: '  if not privado.tiene_contrasena(new.user_id) then return new; end if;',
    replace: '  if new.user_id is not null then return new; end if;',
    tests: ['tests/db/auth-mfa.test.ts', 'tests/db/second-factor.test.ts'],
  },
  {
    id: 'recovery-code-twice',
    breaks: 'A recovery code works twice.',
    file: 'supabase/schemas/16_second_factor.sql',
    find: 'and hash = privado.huella_codigo(v_usuario, p_codigo) and usado_at is null;',
    replace: 'and hash = privado.huella_codigo(v_usuario, p_codigo);',
    tests: ['tests/db/second-factor.test.ts'],
  },
  {
    id: 'recovery-codes-for-half-a-sign-in',
    breaks: 'Half a sign-in makes itself new recovery codes.',
    file: 'supabase/schemas/16_second_factor.sql',
    find: "  if privado.nivel_sesion() <> 'aal2' or not privado.tiene_segundo_factor(v_usuario) then",
    replace: '  if not privado.tiene_segundo_factor(v_usuario) then',
    tests: ['tests/db/second-factor.test.ts'],
  },
  {
    id: 'mail-domain-not-checked',
    breaks: 'Addresses of any domain get accounts straight at Auth.',
    file: 'supabase/schemas/13_sign_up.sql',
    find: "    if not exists (select from public.dominios_correo where dominio = lower(substring(v_correo from '[^@]*$'))) then",
    replace: '    if v_correo is null then',
    tests: ['tests/db/limits.test.ts'],
  },
  {
    id: 'name-that-looks-alike',
    breaks: 'Two people may have names that look the same.',
    file: 'supabase/schemas/11_people.sql',
    find: 'create unique index usuarios_meta_esqueleto_key',
    replace: 'create index usuarios_meta_esqueleto_key',
    tests: ['tests/db/names.test.ts'],
  },
  {
    id: 'gone-people-are-found',
    breaks: 'People who are banned are offered as recipients of gifts.',
    file: 'supabase/schemas/11_people.sql',
    find: `p_persona.borrada_at is null
    and (p_persona.banned_until is null or p_persona.banned_until <= now());`,
    replace: `p_persona.borrada_at is null;`,
    tests: ['tests/db/creator-totals.test.ts'],
  },
  {
    id: 'relation-during-ban',
    breaks: 'Somebody who is banned, or halfway through the sign-in, is told what they own.',
    file: 'supabase/schemas/17_account.sql',
    find: 'v_yo uuid := case when privado.puede_actuar() and privado.sesion_vigente() then auth.uid() end;',
    replace: 'v_yo uuid := auth.uid();',
    tests: ['tests/db/who-am-i.test.ts'],
  },
  {
    id: 'favourites-of-others',
    breaks: 'Whoever looks at a product is told that it is saved when somebody else has saved it.',
    file: 'supabase/schemas/17_account.sql',
    find: 'where f.user_id = v_yo and f.producto_id = any',
    replace: 'where v_yo is not null and f.producto_id = any',
    tests: ['tests/db/who-am-i.test.ts'],
  },
  {
    id: 'deleted-account-keeps-names',
    breaks: 'A deleted account leaves its player’s name in its payments.',
    file: 'supabase/schemas/17_account.sql',
    find: `  update public.pagos set minecraft_name = 'borrado' where user_id = p_usuario;
`,
    replace: '',
    tests: ['tests/db/account.test.ts'],
    missed: 'The name in orders was looked at, the one in payments was not.',
  },
  {
    id: 'deleted-with-money-under-way',
    breaks: 'An account is deleted while its withdrawal is under way.',
    file: 'supabase/schemas/17_account.sql',
    find: `    when exists (select from public.withdrawals where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso'))
      then 'retiro_pendiente'
`,
    replace: '',
    tests: ['tests/db/account.test.ts'],
  },
  {
    id: 'switches-for-everybody',
    breaks: 'Everybody signed in closes the shop.',
    file: 'supabase/schemas/05_settings.sql',
    find: `  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
`,
    replace: '',
    tests: ['tests/db/admin.test.ts'],
  },
];
