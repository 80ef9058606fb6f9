-- Made from supabase/schemas by `npm run db:migration corrected_withdrawals`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.pedir_retiro (
  p_paypal_email text,
  p_centimos     integer,
  p_clave        text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_retiro public.withdrawals;
  v_saldo jsonb;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  -- One at a time per creator: of a hundred at once, each sees what the one before it has taken.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  select * into v_retiro from public.withdrawals where usuario_id = v_usuario and clave = p_clave;
  if found and (v_retiro.paypal_email, (v_retiro.amount * 100)::integer) is distinct from (p_paypal_email, p_centimos) then
    return public.rechazo('clave_usada');
  end if;
  if found then return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id); end if;
  if p_paypal_email is null or p_paypal_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]{2,}$' or char_length(p_paypal_email) > 254 then
    return public.rechazo('email_no_valido');
  end if;
  if p_centimos is null then return public.rechazo('importe_no_valido'); end if;
  if p_centimos < 500 then return public.rechazo('importe_minimo'); end if;
  v_saldo := public.saldo_creador(v_usuario);
  if p_centimos > (v_saldo ->> 'disponible_centimos')::integer then
    return public.rechazo('saldo_insuficiente') || jsonb_build_object(
      'disponible_centimos', v_saldo -> 'disponible_centimos', 'deuda_centimos', v_saldo -> 'deuda_centimos');
  end if;
  insert into public.withdrawals (usuario_id, paypal_email, amount, clave)
  values (v_usuario, p_paypal_email, p_centimos / 100.0, p_clave) returning * into v_retiro;
  perform public.cuadrar_retiro(v_retiro);
  return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id);
end
$function$;
