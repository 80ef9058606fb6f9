import { describe, expect, test } from 'vitest';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value] as [string, string]] : leaves(value, [...path, key]),
  );
}

const spanish = leaves(es);
const english = new Map(leaves(en));

/**
 * Messages that must stay as they are, letter by letter; the places of figures and names are named by the catalogue,
 * and amounts bring their sign along, where the language puts it.
 */
const messages = {
  pages: [
    'Ops! Nuestros servidores se han caído.',
    'Ops! Esta página no existe.',
    'No hay plugins disponibles.',
    'No hay series disponibles.',
    'No hay DLCs disponibles.',
    'Tendencias',
    'Ver más',
    'Resultados de "{query}"',
    'No se encontraron resultados.',
    'El producto está en revisión. No se puede comprar.',
    'El producto se ha deshabilitado. No se puede comprar.',
    'Requiere Club',
    'Pago seguro, SSL de 256 bits',
  ],
  sections: [
    'Error cargando tendencias',
    'Error cargando nuevos',
    'Error cargando recomendados',
    'Error cargando productos relacionados',
  ],
  checkout: [
    'Error procesando la adquisición gratuita.',
    'Error al procesar el pago del producto.',
    'Ocurrió un error al crear la orden de PayPal.',
    'No tienes suficientes UnCoins. Necesitas {necesitas, number}, pero tienes {tienes, number}.',
    'Error al descontar UnCoins.',
    'Error al registrar la compra.',
    'Ocurrió un error.',
    'Solo puedes pagar con tarjeta para recargar UnCoins.',
    'No puedes regalarte a ti mismo.',
    'Tu carrito está vacío.',
    'Producto eliminado del carrito.',
  ],
  verification: [
    'Ups... algo ha fallado',
    'No pudimos verificar tu pago. Si el cargo se realizó, contáctanos.',
    'No pudimos verificar tu pago con PayPal.',
  ],
  redemption: [
    'Código de canje no válido o ya utilizado.',
    'Error al canjear el código, inténtalo de nuevo.',
    'Error al actualizar el estado del código.',
    'Código no válido o ya utilizado.',
    'Introduce un código válido.',
    'Introduce un nombre de Minecraft válido.',
    'El nombre de Minecraft debe tener al menos {min} caracteres.',
    'Código canjeado con éxito.',
  ],
  coupon: [
    'Cupón no válido o no encontrado.',
    'Por favor, introduce un código de cupón.',
    'Cupón aplicado! Tu nuevo precio es {amount}',
  ],
  club: [
    'No se encontró una suscripción activa para cancelar.',
    'Hubo un error al cancelar la suscripción.',
    'Suscripción cancelada con éxito.',
    'No se encontraron datos del usuario.',
    'Cargando...',
    'Estado de suscripción',
    'Activa',
    'Inactiva',
    'Activado',
  ],
  account: [
    'Debe ser un correo electrónico válido y contraseña válidos.',
    'Debes confirmar tu correo antes de iniciar sesión.',
    'Ya existe una cuenta con este correo.',
    'La contraseña debe tener al menos 6 caracteres.',
    'Debes ingresar una contraseña válida.',
    'Correo o contraseña inválidos.',
    'Ocurrió un error inesperado. Inténtalo de nuevo.',
    'Error al cargar el usuario. Por favor, inténtalo de nuevo más tarde.',
    'Este dominio aún no está admitido.',
    'Debes introducir un correo y una contraseña.',
    'El nombre de usuario no puede estar vacío.',
    'El nombre de usuario debe tener entre 3 y 20 caracteres.',
  ],
  profile: [
    'La imagen seleccionada no es válida',
    'Error subiendo la imagen: {message}',
    'Completa todos los campos',
    'Las contraseñas no coinciden',
    'Contraseña actual incorrecta',
    'Error al cambiar la contraseña',
    'Cambios guardados',
    'Contraseña actualizada',
  ],
  favourites: [
    'No se puede guardar en favoritos.',
    'Error al comprobar favoritos.',
    'Ya está en tus favoritos.',
    'Error al guardar en favoritos.',
    'Producto eliminado de favoritos',
    'Añadido a favoritos.',
  ],
  follows: [
    'Error al dejar de seguir.',
    'Error al seguir.',
    'Dejaste de seguir a {name}',
    'Ahora sigues a {name}',
    'No tienes seguidores aún.',
  ],
  creators: [
    'Error al registrar el retiro.',
    'Retiro solicitado correctamente.',
    'No se pudo cargar el producto.',
    'No se pudo identificar el producto.',
    'Error al guardar los cambios.',
    'Error al crear el producto.',
    'No se creó el producto. Verifica los datos.',
    'Producto creado y enviado a revisión.',
    'Producto actualizado y enviado para revisión.',
    'Por favor corrige los siguientes errores:',
    'El nombre es obligatorio.',
    'El slug es obligatorio.',
    'El precio debe ser 0 o mayor.',
    'La URL de la portada es obligatoria.',
    'La categoría es obligatoria.',
    'Debes añadir la URL de descarga.',
  ],
  orders: ['Producto eliminado', 'Edición eliminada'],
  admin: [
    'No se pudo actualizar el ajuste.',
    'Ajuste "{setting}" actualizado.',
    'No se pudo actualizar el usuario.',
    'Usuario actualizado correctamente.',
    'No se pudo actualizar el producto.',
    'Producto actualizado correctamente.',
    'No se pudo verificar tu rol.',
    'No tienes permisos para acceder.',
    'No se pudieron cargar los retiros.',
    'No se pudieron cargar los usuarios.',
    'No se pudieron cargar las adquisiciones.',
    'No se pudieron cargar los ajustes.',
  ],
  invoice: ['Descargando factura...', 'Factura descargada', 'No se pudo descargar la factura'],
};

describe.each(Object.entries(messages))('%s', (_area, texts) => {
  test.each(texts)('«%s» exists in Spanish, with an English text', (text) => {
    const keys = spanish.filter(([, value]) => value === text).map(([key]) => key);
    expect(keys).not.toHaveLength(0);
    for (const key of keys) {
      expect(english.get(key), key).toBeTruthy();
      expect(english.get(key), key).not.toBe(text);
    }
  });
});

test('a refused mail domain has the same message at registration and in the settings', () => {
  for (const { auth, settings } of [es, en]) expect(settings.errors.emailDomain).toBe(auth.errors.domain);
});
