-- Display names. A name is an address, so no two names may look alike, and none may look like the shop's own.
-- lib/account/names/display-name.ts has the same rules for forms; tests/db/names.test.ts compares both.

-- The skeleton of a name: without marks, case, spaces and punctuation, each character as the one that it resembles.
create function privado.esqueleto_nombre(p_nombre text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  with letras as (
    -- `translate` searches its whole table for each character; most names have no letter of it.
    select translate(case when p_nombre !~ '[^\u0001-\u007f]' then p_nombre else translate(
      regexp_replace(normalize(p_nombre, nfkd), '[\u0300-\u036f]', '', 'g'),
      '¢¥Ð×ØÞßðøþĐđĦħıĸŁłŦŧƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƧƭƮƴƵƶƷƻƼƽǀǤǥȜȢȣȤȥȼȾɄɆɇɈɉɍɎɏɐɑɒɓɖɗɛɠɡɣɦɨɩɪɫɭɯɳɵɼɽʂʋʏʐʠͰͲͶͿΑΒΓΔ'
      'ΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαγεηθικνορςστυωϏϘϚϜϞϠϢϤϦϨϪϬϮϳϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгек'
      'мнорстухєѕіјћѠѡѢѣѤѦѨѪѬѮѰѲѳѴѵѸѺѼѾҀҊҌҍҎҐҒғҔҖҘҚҜҞҠҢҤҦҨҪҫҬҮүҰұҲҴҶҸҺһҼҽҾҿӀӃӅӇӉӋӍӏӔӘӠӨөӶӺӼӾԀԁԂԄԆԈԊԌԎԐԒԔԖԘԚ'
      'ԛԜԝԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖագզհոռսցքօ०০৪৭੦੧੪૦ଠ୦୨௦౦೦ഠ൦൭๐໐ဝ၀ყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂ'
      'ᏃᏌᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏮᏲᏳᏴᐯᑌᑭᑯᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ᙭᙮ᚷᛁᛕᛖᴄᴏᴑᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿ₩₫₭℮∣∨∪⊖⊝⊤⋁⋃⋿⍡⍬⍳⍴⍶⍸⍺⏽│╳⟙⤫⤬⨯⨰ⱧⱩⲅⲎⲒⲔⲘ'
      'ⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳊⳌⳐⳒⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙄꙇꚕꛟꛯꜱꝀꝊꝋꝚꝡꝪꝮꞌꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ',
      'cydxopbdopddhhikllttbbbbddgffllklnnopr2ttyzz325slgg388zzctueejjryyaaabddeggyhiiillwnorrsuyzqͱͳͷjabyδ'
      'ezholkλmnξoπpctyφxψwayenoikvopcotuwϗϙϛfϟϡϣϥϧ2ϫϭϯjϸmͻͼͽђesljљњhџabbrдeж3иkлmhoпpctyфxцчшщъыbэюяa6brek'
      'mhopctyxesijhwwbbѥѧѩѫѭѯѱoovvѹѻѽѿҁҋbbҏґrrҕҗ3kҝkҡhҥҧҩcctyyyyxҵҷҹhheeeelӄӆhhӌmiӕә3ooӷӻӽӿddԃԅԇԉԋgԏԑԓԕԗԙq'
      'qwwԟԡԣԥԧԩԫԭԯwբqդեqէըթժիլխծկhձղճմյնշnչպջnuվsրgւփfoֆwqqhnnugfooo89o98ooo9ooooo9ooooyouodrtiyajewmhyogh'
      'zu4brwsvslcpkdo6hgbvupdjl2xhxrbfaddmbxxxlkmcoouvwzrfnrstziipugyfywdkelvuootvuetoipaiallxtxxxxhkrhlkm'
      'nooppcctyx93l6oveoloqxobpddtgkjczfmnlsrvhwxyaelou2ihv2skoo2w39lffu3jxbefoorruuyoirwozuvsco')
    end, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') as texto
  ), sin_signos as (
    select texto, replace(replace(regexp_replace(translate(texto, 'i1|0', 'lllo'),
      '[ -/:-@\[-`{-~\u00a1\u00b7\u00bf\u2010-\u2027\u2030-\u205e\u3001-\u3003\u30fb]', '', 'g'),
      'rn', 'm'), 'vv', 'w') as esqueleto
    from letras
  )
  select coalesce(nullif(esqueleto, ''), texto) from sin_signos;
$$;

-- Regular expression class of invisible characters: controls, directions, zero width, unassigned.
create function privado.signos_invisibles() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    '\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff'
    '\U000e0000-\U000e0fff\U000f0000-\U0010ffff]';
$$;

-- The reason why a text is not a valid name: `vacio`, `largo`, `invisible` or `signos`.
create function privado.problema_nombre(p_nombre text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when coalesce(p_nombre, '') = '' then 'vacio'
    when char_length(p_nombre) > 20 then 'largo'
    when p_nombre ~ privado.signos_invisibles() then 'invisible'
    -- NFKC, single spaces, and no characters that an address would interpret.
    when normalize(p_nombre, nfkc) <> p_nombre or p_nombre ~ '^ | $|  |\\|%[0-9A-Fa-f]{2}|^[./ ]+$' then 'signos'
  end;
$$;

-- True if a name could be mistaken for the shop, as a whole or in a word, also with digits for letters.
create function privado.nombre_reservado(p_nombre text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  with palabras as (
    select p_nombre as palabra
    union select regexp_split_to_table(p_nombre, '[ -/:-@\[-`{-~]+')
  ), formas as (
    select palabra as forma from palabras
    union select regexp_replace(palabra, '^[0-9]+|[0-9]+$', '', 'g') from palabras
  ), vistas as (
    select privado.esqueleto_nombre(translate(forma, '4357@$', 'aestas')) as vista from formas where forma <> ''
  )
  select exists (
    select from vistas, unnest(array['admin', 'admins', 'soporte', 'support', 'staff', 'oficial', 'official', 'sistema',
      'system', 'root', 'webmaster']) r where vista = privado.esqueleto_nombre(r)
  ) or exists (
    select from vistas, unnest(array['unstore', 'administra', 'moderador', 'moderator', 'moderacion']) r
    where position(privado.esqueleto_nombre(r) in vista) > 0
  );
$$;

-- Makes a valid display name from the wanted one: invalid characters become spaces; a name that resembles another or
-- the shop's is replaced by the username, or gets a number.
create function privado.nombre_libre(p_deseado text, p_usuario text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := normalize(coalesce(p_deseado, ''), nfkc);
  v_nombre text;
  v_intento integer := 1;
begin
  v_base := regexp_replace(v_base, privado.signos_invisibles() || '|[/\\[:space:]]', ' ', 'g');
  v_base := btrim(left(btrim(regexp_replace(v_base, ' +', ' ', 'g')), 20));
  if privado.problema_nombre(v_base) is not null or privado.nombre_reservado(v_base) then v_base := p_usuario; end if;
  if privado.nombre_reservado(v_base) then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while privado.nombre_reservado(v_nombre)
    or exists (select from public.usuarios_meta where esqueleto = privado.esqueleto_nombre(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := btrim(regexp_replace(
      left(v_base, 20 - char_length(v_intento::text)), '%[0-9A-Fa-f]?$', '')) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- Makes a valid, free username from the wanted one, with a number if it is taken.
create function privado.usuario_libre(p_deseado text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := left(regexp_replace(coalesce(p_deseado, ''), '[^A-Za-z0-9_]', '', 'g'), 20);
  v_nombre text;
  v_intento integer := 1;
begin
  if char_length(v_base) < 3 or privado.nombre_reservado(v_base) then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while privado.nombre_reservado(v_nombre)
    or exists (select from public.usuarios_meta where lower(username) = lower(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := left(v_base, 20 - char_length(v_intento::text)) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- Validates every name. Reserved names are for staff, who lose them with the role. Others can change their name five
-- times a day, because each name adds search words.
create function privado.revisar_nombre() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_regla text;
begin
  if tg_op = 'UPDATE' and new.display_name = old.display_name and new.role = 'user' and old.role <> 'user'
    and privado.nombre_reservado(new.display_name) then
    new.display_name := privado.nombre_libre(new.username, new.username);
  end if;
  if privado.problema_nombre(new.display_name) is not null then v_regla := 'usuarios_meta_display_name_check';
  elsif new.role = 'user' and privado.nombre_reservado(new.display_name)
    and (tg_op = 'INSERT' or new.display_name <> old.display_name) then v_regla := 'usuarios_meta_nombre_reservado';
  end if;
  if v_regla is not null then
    raise exception using errcode = 'check_violation', table = 'usuarios_meta', constraint = v_regla,
      message = format('new row for relation "usuarios_meta" violates check constraint "%s"', v_regla);
  end if;
  if tg_op = 'UPDATE' and new.display_name <> old.display_name and new.id = auth.uid() and new.role = 'user'
    and new.borrada_at is null and not privado.contar_intento('nombre', new.id::text, 5, '1 day') then
    raise exception using errcode = 'UN001', message = 'demasiados_intentos';
  end if;
  new.esqueleto := privado.esqueleto_nombre(new.display_name);
  return new;
end
$$;
create trigger revisar_nombre before insert or update of display_name, role, esqueleto on public.usuarios_meta
  for each row execute function privado.revisar_nombre();
