export type Line = { at: Date; text: string };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The console of the simulated server, newest line last. It reloads every three seconds. */
export function consolePage(lines: Line[], allowed: Iterable<string>, players: Iterable<string>): string {
  const rows = lines.map(({ at, text }) => `<li><time>${at.toLocaleTimeString('es-ES')}</time> ${escaped(text)}</li>`);
  const names = (list: Iterable<string>) => escaped([...list].join(', ') || '–');
  return `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>Consola del servidor</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color-scheme: light dark }
  ol { background: #111; color: #d6f5d6; font-family: monospace; list-style: none; padding: 1rem; border-radius: .5rem; overflow-wrap: anywhere }
  time { color: #8fbc8f }
  form { display: flex; gap: .5rem; flex-wrap: wrap }
  input, button { font: inherit; padding: .5rem .75rem }
</style>
<h1>Consola del servidor</h1>
<p>Pregunta a la tienda cada pocos segundos, como hace el plugin AzLink.</p>
<p><b>Lista blanca:</b> ${names(allowed)}<br><b>Dentro:</b> ${names(players)}</p>
<form method="post" action="/join"><label>Jugador <input name="name" pattern="[A-Za-z0-9_]{3,16}" required></label>
<button>Entra o sale</button></form>
<ol>${rows.join('\n') || '<li>Aún no ha pasado nada.</li>'}</ol>
</html>`;
}
