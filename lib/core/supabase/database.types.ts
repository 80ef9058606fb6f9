export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "acciones_servidor": {
                  Row: {
                    "created_at": string,"destino": string,"edicion_id": string | null,"eventos": (string)[],"huecos": number,"id": string,"necesita_jugador": boolean,"pasos": NonNullable<Json>,"plantilla": string,"producto_id": string,"quitada_at": string | null,"repetible": boolean,"retraso_s": number,"servidor_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"destino": string,"edicion_id"?: string | null,"eventos": (string)[],"huecos": number,"id"?: string,"necesita_jugador": boolean,"pasos": NonNullable<Json>,"plantilla": string,"producto_id": string,"quitada_at"?: string | null,"repetible": boolean,"retraso_s": number,"servidor_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"destino"?: string,"edicion_id"?: string | null,"eventos"?: (string)[],"huecos"?: number,"id"?: string,"necesita_jugador"?: boolean,"pasos"?: NonNullable<Json>,"plantilla"?: string,"producto_id"?: string,"quitada_at"?: string | null,"repetible"?: boolean,"retraso_s"?: number,"servidor_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "acciones_servidor_edicion_id_producto_id_fkey"
      columns: ["edicion_id","producto_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "acciones_servidor_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "acciones_servidor_servidor_id_fkey"
      columns: ["servidor_id"]
isOneToOne: false
      referencedRelation: "servidores"
      referencedColumns: ["id"]
    }
                  ]
                },"activaciones_licencia": {
                  Row: {
                    "created_at": string,"id": string,"licencia_id": string,"nombre": string,"vista_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"licencia_id": string,"nombre": string,"vista_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"licencia_id"?: string,"nombre"?: string,"vista_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "activaciones_licencia_licencia_id_fkey"
      columns: ["licencia_id"]
isOneToOne: false
      referencedRelation: "licencias"
      referencedColumns: ["id"]
    }
                  ]
                },"adquisiciones": {
                  Row: {
                    "bundle_id": string | null,"created_at": string,"descargas": number,"edicion_id": string | null,"es_reserva": boolean,"fecha": string,"hora": string,"id": string,"lanzada_el": string | null,"minecraft_name": string | null,"origen": string,"pago_id": string | null,"precio_pagado": number,"producto_id": string | null,"regalado_por": string | null,"revocada_at": string | null,"revocada_motivo": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bundle_id"?: string | null,"created_at"?: string,"descargas"?: number,"edicion_id"?: string | null,"es_reserva"?: boolean,"fecha"?: string,"hora"?: string,"id"?: string,"lanzada_el"?: string | null,"minecraft_name"?: string | null,"origen"?: string,"pago_id"?: string | null,"precio_pagado": number,"producto_id"?: string | null,"regalado_por"?: string | null,"revocada_at"?: string | null,"revocada_motivo"?: string | null,"user_id": string
                  }
                  Update: {
                    "bundle_id"?: string | null,"created_at"?: string,"descargas"?: number,"edicion_id"?: string | null,"es_reserva"?: boolean,"fecha"?: string,"hora"?: string,"id"?: string,"lanzada_el"?: string | null,"minecraft_name"?: string | null,"origen"?: string,"pago_id"?: string | null,"precio_pagado"?: number,"producto_id"?: string | null,"regalado_por"?: string | null,"revocada_at"?: string | null,"revocada_motivo"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "adquisiciones_bundle_id_fkey"
      columns: ["bundle_id"]
isOneToOne: false
      referencedRelation: "bundles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "adquisiciones_edicion_id_producto_id_fkey"
      columns: ["edicion_id","producto_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "adquisiciones_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "adquisiciones_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "adquisiciones_regalado_por_fkey"
      columns: ["regalado_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "adquisiciones_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"analisis_archivos": {
                  Row: {
                    "analizado_at": string,"firmas": string | null,"hallazgo": string | null,"huella": string,"mostrado": boolean,"resultado": string,"ruta": string
                  }
                  ComputedFields: never
                  Insert: {
                    "analizado_at"?: string,"firmas"?: string | null,"hallazgo"?: string | null,"huella": string,"mostrado"?: boolean,"resultado": string,"ruta": string
                  }
                  Update: {
                    "analizado_at"?: string,"firmas"?: string | null,"hallazgo"?: string | null,"huella"?: string,"mostrado"?: boolean,"resultado"?: string,"ruta"?: string
                  }
                  Relationships: [
                    
                  ]
                },"analisis_fallidos": {
                  Row: {
                    "fallido_at": string,"ruta": string
                  }
                  ComputedFields: never
                  Insert: {
                    "fallido_at"?: string,"ruta": string
                  }
                  Update: {
                    "fallido_at"?: string,"ruta"?: string
                  }
                  Relationships: [
                    
                  ]
                },"anuncios": {
                  Row: {
                    "contado_hasta": string | null,"correos": number,"correos_terminados_at": string | null,"created_at": string,"desde": string,"en_barra": boolean,"enlace": string | null,"estado": string,"hasta": string,"id": number,"inicio": string | null,"por_correo": boolean,"texto": string,"texto_en": string,"titulo": string,"titulo_en": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "contado_hasta"?: string | null,"correos"?: number,"correos_terminados_at"?: string | null,"created_at"?: string,"desde": string,"en_barra"?: boolean,"enlace"?: string | null,"estado"?: string,"hasta": string,"id"?: never,"inicio"?: string | null,"por_correo"?: boolean,"texto": string,"texto_en": string,"titulo": string,"titulo_en": string,"version"?: number
                  }
                  Update: {
                    "contado_hasta"?: string | null,"correos"?: number,"correos_terminados_at"?: string | null,"created_at"?: string,"desde"?: string,"en_barra"?: boolean,"enlace"?: string | null,"estado"?: string,"hasta"?: string,"id"?: never,"inicio"?: string | null,"por_correo"?: boolean,"texto"?: string,"texto_en"?: string,"titulo"?: string,"titulo_en"?: string,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"archivos_disputa": {
                  Row: {
                    "bytes": number,"clase": string,"created_at": string,"disputa_id": string,"nombre": string,"nota": string | null,"retirado_at": string | null,"ruta": string,"subido_por": string | null,"tipo": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bytes": number,"clase": string,"created_at"?: string,"disputa_id": string,"nombre": string,"nota"?: string | null,"retirado_at"?: string | null,"ruta": string,"subido_por"?: string | null,"tipo": string
                  }
                  Update: {
                    "bytes"?: number,"clase"?: string,"created_at"?: string,"disputa_id"?: string,"nombre"?: string,"nota"?: string | null,"retirado_at"?: string | null,"ruta"?: string,"subido_por"?: string | null,"tipo"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "archivos_disputa_disputa_id_fkey"
      columns: ["disputa_id"]
isOneToOne: false
      referencedRelation: "disputas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "archivos_disputa_subido_por_fkey"
      columns: ["subido_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"archivos_juzgados": {
                  Row: {
                    "created_at": string,"huella": string,"motivo": string,"prohibido": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"huella": string,"motivo": string,"prohibido": boolean
                  }
                  Update: {
                    "created_at"?: string,"huella"?: string,"motivo"?: string,"prohibido"?: boolean
                  }
                  Relationships: [
                    
                  ]
                },"archivos_marcados": {
                  Row: {
                    "created_at": string,"edicion_id": string | null,"id": string,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"edicion_id"?: string | null,"id"?: string,"producto_id": string
                  }
                  Update: {
                    "created_at"?: string,"edicion_id"?: string | null,"id"?: string,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "archivos_marcados_edicion_id_producto_id_fkey"
      columns: ["edicion_id","producto_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "archivos_marcados_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"archivos_sin_uso": {
                  Row: {
                    "retirado_at": string | null,"ruta": string,"visto_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "retirado_at"?: string | null,"ruta": string,"visto_at"?: string
                  }
                  Update: {
                    "retirado_at"?: string | null,"ruta"?: string,"visto_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"auditoria": {
                  Row: {
                    "accion": string,"actor_id": string | null,"antes": Json | null,"created_at": string,"despues": Json | null,"id": number,"motivo": string | null,"objeto_id": string,"objeto_tipo": string
                  }
                  ComputedFields: never
                  Insert: {
                    "accion": string,"actor_id"?: string | null,"antes"?: Json | null,"created_at"?: string,"despues"?: Json | null,"id"?: never,"motivo"?: string | null,"objeto_id": string,"objeto_tipo": string
                  }
                  Update: {
                    "accion"?: string,"actor_id"?: string | null,"antes"?: Json | null,"created_at"?: string,"despues"?: Json | null,"id"?: never,"motivo"?: string | null,"objeto_id"?: string,"objeto_tipo"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "auditoria_actor_id_fkey"
      columns: ["actor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"avisos_existencias": {
                  Row: {
                    "created_at": string,"producto_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"producto_id": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"producto_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "avisos_existencias_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "avisos_existencias_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"borradores": {
                  Row: {
                    "contenido": NonNullable<Json>,"created_at": string,"id": string,"producto_id": string | null,"updated_at": string,"usuario_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "contenido": NonNullable<Json>,"created_at"?: string,"id": string,"producto_id"?: string | null,"updated_at"?: string,"usuario_id": string,"version"?: number
                  }
                  Update: {
                    "contenido"?: NonNullable<Json>,"created_at"?: string,"id"?: string,"producto_id"?: string | null,"updated_at"?: string,"usuario_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "borradores_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "borradores_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"bundles": {
                  Row: {
                    "descripcion": string,"descripcion_en": string | null,"id": string,"nombre": string,"nombre_en": string | null,"oferta": number | null,"orden": number,"precio": number,"producto_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "descripcion"?: string,"descripcion_en"?: string | null,"id"?: string,"nombre": string,"nombre_en"?: string | null,"oferta"?: number | null,"orden"?: number,"precio": number,"producto_id"?: string | null
                  }
                  Update: {
                    "descripcion"?: string,"descripcion_en"?: string | null,"id"?: string,"nombre"?: string,"nombre_en"?: string | null,"oferta"?: number | null,"orden"?: number,"precio"?: number,"producto_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "bundles_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"bundles_productos": {
                  Row: {
                    "bundle_id": string,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bundle_id": string,"producto_id": string
                  }
                  Update: {
                    "bundle_id"?: string,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "bundles_productos_bundle_id_fkey"
      columns: ["bundle_id"]
isOneToOne: false
      referencedRelation: "bundles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bundles_productos_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"cancelaciones_club": {
                  Row: {
                    "cerrada_at": string | null,"created_at": string,"estado": string,"id": number,"intentos": number,"modo": string,"motivo": string,"reembolsar": boolean,"suscripcion_id": string,"ultimo_error": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "cerrada_at"?: string | null,"created_at"?: string,"estado"?: string,"id"?: never,"intentos"?: number,"modo": string,"motivo": string,"reembolsar"?: boolean,"suscripcion_id": string,"ultimo_error"?: string | null
                  }
                  Update: {
                    "cerrada_at"?: string | null,"created_at"?: string,"estado"?: string,"id"?: never,"intentos"?: number,"modo"?: string,"motivo"?: string,"reembolsar"?: boolean,"suscripcion_id"?: string,"ultimo_error"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "cancelaciones_club_suscripcion_id_fkey"
      columns: ["suscripcion_id"]
isOneToOne: false
      referencedRelation: "suscripciones"
      referencedColumns: ["id"]
    }
                  ]
                },"cargos_club": {
                  Row: {
                    "cargo": string | null,"centimos": number,"created_at": string,"credito_centimos": number,"devuelto_centimos": number,"estado": string,"factura_proveedor": string,"id": string,"intento": string | null,"iva_centimos": number,"pagado_at": string | null,"perdido": boolean,"periodo_fin": string,"periodo_inicio": string,"plan": string,"suscripcion_id": string,"user_id": string,"visto_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cargo"?: string | null,"centimos": number,"created_at"?: string,"credito_centimos"?: number,"devuelto_centimos"?: number,"estado": string,"factura_proveedor": string,"id"?: string,"intento"?: string | null,"iva_centimos": number,"pagado_at"?: string | null,"perdido"?: boolean,"periodo_fin": string,"periodo_inicio": string,"plan": string,"suscripcion_id": string,"user_id": string,"visto_at": string
                  }
                  Update: {
                    "cargo"?: string | null,"centimos"?: number,"created_at"?: string,"credito_centimos"?: number,"devuelto_centimos"?: number,"estado"?: string,"factura_proveedor"?: string,"id"?: string,"intento"?: string | null,"iva_centimos"?: number,"pagado_at"?: string | null,"perdido"?: boolean,"periodo_fin"?: string,"periodo_inicio"?: string,"plan"?: string,"suscripcion_id"?: string,"user_id"?: string,"visto_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "cargos_club_suscripcion_id_fkey"
      columns: ["suscripcion_id"]
isOneToOne: false
      referencedRelation: "suscripciones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cargos_club_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"casos_admin": {
                  Row: {
                    "clave": string,"created_at": string,"datos": NonNullable<Json>,"id": number,"nota": string | null,"pago_id": string | null,"resuelto": boolean,"resuelto_at": string | null,"resuelto_por": string | null,"tipo": string
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"created_at"?: string,"datos"?: NonNullable<Json>,"id"?: never,"nota"?: string | null,"pago_id"?: string | null,"resuelto"?: boolean,"resuelto_at"?: string | null,"resuelto_por"?: string | null,"tipo": string
                  }
                  Update: {
                    "clave"?: string,"created_at"?: string,"datos"?: NonNullable<Json>,"id"?: never,"nota"?: string | null,"pago_id"?: string | null,"resuelto"?: boolean,"resuelto_at"?: string | null,"resuelto_por"?: string | null,"tipo"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "casos_admin_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "casos_admin_resuelto_por_fkey"
      columns: ["resuelto_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"cifras_creadores": {
                  Row: {
                    "centimos": number,"dia": string,"fuente": string | null,"pedidos": number,"usuario_id": string,"visitas": number
                  }
                  ComputedFields: never
                  Insert: {
                    "centimos"?: number,"dia": string,"fuente"?: string | null,"pedidos"?: number,"usuario_id": string,"visitas"?: number
                  }
                  Update: {
                    "centimos"?: number,"dia"?: string,"fuente"?: string | null,"pedidos"?: number,"usuario_id"?: string,"visitas"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "cifras_creadores_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"cifras_diarias": {
                  Row: {
                    "altas": number,"devoluciones": number,"dia": string,"metodos": NonNullable<Json>,"nuevos": number,"pedidos": number,"ventas": number,"vistas": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "altas": number,"devoluciones": number,"dia": string,"metodos": NonNullable<Json>,"nuevos": number,"pedidos": number,"ventas": number,"vistas"?: number | null
                  }
                  Update: {
                    "altas"?: number,"devoluciones"?: number,"dia"?: string,"metodos"?: NonNullable<Json>,"nuevos"?: number,"pedidos"?: number,"ventas"?: number,"vistas"?: number | null
                  }
                  Relationships: [
                    
                  ]
                },"cifras_productos": {
                  Row: {
                    "centimos": number,"dia": string,"fuente": string | null,"id": number,"pedidos": number,"plegada": boolean,"producto_id": string | null,"usuario_id": string,"visitas": number
                  }
                  ComputedFields: never
                  Insert: {
                    "centimos"?: number,"dia": string,"fuente"?: string | null,"id"?: never,"pedidos"?: number,"plegada"?: boolean,"producto_id"?: string | null,"usuario_id": string,"visitas"?: number
                  }
                  Update: {
                    "centimos"?: number,"dia"?: string,"fuente"?: string | null,"id"?: never,"pedidos"?: number,"plegada"?: boolean,"producto_id"?: string | null,"usuario_id"?: string,"visitas"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "cifras_productos_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cifras_productos_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"clave_tienda": {
                  Row: {
                    "clave": string,"id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "clave"?: string,"id"?: number
                  }
                  Update: {
                    "clave"?: string,"id"?: number
                  }
                  Relationships: [
                    
                  ]
                },"claves_firma": {
                  Row: {
                    "desde": string,"id": string,"semilla": string
                  }
                  ComputedFields: never
                  Insert: {
                    "desde": string,"id"?: string,"semilla"?: string
                  }
                  Update: {
                    "desde"?: string,"id"?: string,"semilla"?: string
                  }
                  Relationships: [
                    
                  ]
                },"codigos_canjes": {
                  Row: {
                    "canjeado": boolean,"canjeado_at": string | null,"canjeado_por": string | null,"codigo": string,"created_at": string,"id": string,"id_edicion": string | null,"id_producto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "canjeado"?: boolean,"canjeado_at"?: string | null,"canjeado_por"?: string | null,"codigo": string,"created_at"?: string,"id"?: string,"id_edicion"?: string | null,"id_producto": string
                  }
                  Update: {
                    "canjeado"?: boolean,"canjeado_at"?: string | null,"canjeado_por"?: string | null,"codigo"?: string,"created_at"?: string,"id"?: string,"id_edicion"?: string | null,"id_producto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "codigos_canjes_canjeado_por_fkey"
      columns: ["canjeado_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "codigos_canjes_id_edicion_id_producto_fkey"
      columns: ["id_edicion","id_producto"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "codigos_canjes_id_producto_fkey"
      columns: ["id_producto"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"codigos_cupones": {
                  Row: {
                    "ambito": string,"caduca_at": string | null,"categoria": string | null,"codigo": string,"creador_id": string | null,"created_at": string,"descuento_centimos": number | null,"desde_at": string | null,"id": string,"minimo_centimos": number | null,"parado_at": string | null,"percent_discount": number | null,"primera_compra": boolean,"product_id": string | null,"usos_max": number | null,"usos_por_usuario": number | null,"vendedor_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "ambito"?: string,"caduca_at"?: string | null,"categoria"?: string | null,"codigo": string,"creador_id"?: string | null,"created_at"?: string,"descuento_centimos"?: number | null,"desde_at"?: string | null,"id"?: string,"minimo_centimos"?: number | null,"parado_at"?: string | null,"percent_discount"?: number | null,"primera_compra"?: boolean,"product_id"?: string | null,"usos_max"?: number | null,"usos_por_usuario"?: number | null,"vendedor_id"?: string | null
                  }
                  Update: {
                    "ambito"?: string,"caduca_at"?: string | null,"categoria"?: string | null,"codigo"?: string,"creador_id"?: string | null,"created_at"?: string,"descuento_centimos"?: number | null,"desde_at"?: string | null,"id"?: string,"minimo_centimos"?: number | null,"parado_at"?: string | null,"percent_discount"?: number | null,"primera_compra"?: boolean,"product_id"?: string | null,"usos_max"?: number | null,"usos_por_usuario"?: number | null,"vendedor_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "codigos_cupones_creador_id_fkey"
      columns: ["creador_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "codigos_cupones_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "codigos_cupones_vendedor_id_fkey"
      columns: ["vendedor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"codigos_recuperacion": {
                  Row: {
                    "created_at": string,"hash": string,"id": number,"usado_at": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"hash": string,"id"?: never,"usado_at"?: string | null,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"hash"?: string,"id"?: never,"usado_at"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "codigos_recuperacion_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"comprobaciones": {
                  Row: {
                    "consulta": string,"frase": string,"frase_es": string,"nombre": string
                  }
                  ComputedFields: never
                  Insert: {
                    "consulta": string,"frase": string,"frase_es": string,"nombre": string
                  }
                  Update: {
                    "consulta"?: string,"frase"?: string,"frase_es"?: string,"nombre"?: string
                  }
                  Relationships: [
                    
                  ]
                },"configuracion_global": {
                  Row: {
                    "club_descuento_anual_porcentaje": number,"club_descuento_porcentaje": number,"club_precio_mensual": number,"dias_retencion": number,"id": number,"ingresos_creador_porcentaje": number,"iva_porcentaje": number,"mantenimiento": boolean,"nombre_minecraft_minimo": number,"nombre_minecraft_minimo_canje": number,"precio_cambio_maximo_porcentaje": number,"precio_cambios_por_dia": number,"precio_minimo": number,"recargo_paypal_porcentaje": number,"status_down": boolean,"vendedor_direccion": string,"vendedor_nif": string,"vendedor_nombre": string
                  }
                  ComputedFields: never
                  Insert: {
                    "club_descuento_anual_porcentaje"?: number,"club_descuento_porcentaje"?: number,"club_precio_mensual"?: number,"dias_retencion"?: number,"id"?: number,"ingresos_creador_porcentaje"?: number,"iva_porcentaje"?: number,"mantenimiento"?: boolean,"nombre_minecraft_minimo"?: number,"nombre_minecraft_minimo_canje"?: number,"precio_cambio_maximo_porcentaje"?: number,"precio_cambios_por_dia"?: number,"precio_minimo"?: number,"recargo_paypal_porcentaje"?: number,"status_down"?: boolean,"vendedor_direccion"?: string,"vendedor_nif"?: string,"vendedor_nombre"?: string
                  }
                  Update: {
                    "club_descuento_anual_porcentaje"?: number,"club_descuento_porcentaje"?: number,"club_precio_mensual"?: number,"dias_retencion"?: number,"id"?: number,"ingresos_creador_porcentaje"?: number,"iva_porcentaje"?: number,"mantenimiento"?: boolean,"nombre_minecraft_minimo"?: number,"nombre_minecraft_minimo_canje"?: number,"precio_cambio_maximo_porcentaje"?: number,"precio_cambios_por_dia"?: number,"precio_minimo"?: number,"recargo_paypal_porcentaje"?: number,"status_down"?: boolean,"vendedor_direccion"?: string,"vendedor_nif"?: string,"vendedor_nombre"?: string
                  }
                  Relationships: [
                    
                  ]
                },"contadores_facturas": {
                  Row: {
                    "serie": string,"ultimo": number
                  }
                  ComputedFields: never
                  Insert: {
                    "serie": string,"ultimo"?: number
                  }
                  Update: {
                    "serie"?: string,"ultimo"?: number
                  }
                  Relationships: [
                    
                  ]
                },"correos": {
                  Row: {
                    "caduca_at": string | null,"clave": string,"created_at": string,"datos": NonNullable<Json>,"direccion": string | null,"enviado_at": string | null,"estado": string,"id": number,"intentos": number,"plantilla": string,"tomado_hasta": string | null,"ultimo_error": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "caduca_at"?: string | null,"clave": string,"created_at"?: string,"datos"?: NonNullable<Json>,"direccion"?: string | null,"enviado_at"?: string | null,"estado"?: string,"id"?: never,"intentos"?: number,"plantilla": string,"tomado_hasta"?: string | null,"ultimo_error"?: string | null,"user_id": string
                  }
                  Update: {
                    "caduca_at"?: string | null,"clave"?: string,"created_at"?: string,"datos"?: NonNullable<Json>,"direccion"?: string | null,"enviado_at"?: string | null,"estado"?: string,"id"?: never,"intentos"?: number,"plantilla"?: string,"tomado_hasta"?: string | null,"ultimo_error"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "correos_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"cuentas_relacionados": {
                  Row: {
                    "contada_at": string,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "contada_at"?: string,"producto_id": string
                  }
                  Update: {
                    "contada_at"?: string,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "cuentas_relacionados_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: true
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"descargas_hechas": {
                  Row: {
                    "adquisicion_id": string,"created_at": string,"id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "adquisicion_id": string,"created_at"?: string,"id"?: never
                  }
                  Update: {
                    "adquisicion_id"?: string,"created_at"?: string,"id"?: never
                  }
                  Relationships: [
                    {
      foreignKeyName: "descargas_hechas_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: false
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    }
                  ]
                },"descargas_marcadas": {
                  Row: {
                    "adquisicion_id": string,"created_at": string,"marca": string,"ruta": string
                  }
                  ComputedFields: never
                  Insert: {
                    "adquisicion_id": string,"created_at"?: string,"marca"?: string,"ruta": string
                  }
                  Update: {
                    "adquisicion_id"?: string,"created_at"?: string,"marca"?: string,"ruta"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "descargas_marcadas_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: false
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    }
                  ]
                },"descargas_por_subir": {
                  Row: {
                    "bytes": number,"created_at": string,"dejada_at": string | null,"por_llave": boolean,"ruta": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bytes"?: number,"created_at"?: string,"dejada_at"?: string | null,"por_llave"?: boolean,"ruta": string,"usuario_id": string
                  }
                  Update: {
                    "bytes"?: number,"created_at"?: string,"dejada_at"?: string | null,"por_llave"?: boolean,"ruta"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "descargas_por_subir_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"destacados": {
                  Row: {
                    "created_at": string,"desde": string | null,"hasta": string | null,"mostrado": boolean,"orden": number,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"desde"?: string | null,"hasta"?: string | null,"mostrado"?: boolean,"orden": number,"producto_id": string
                  }
                  Update: {
                    "created_at"?: string,"desde"?: string | null,"hasta"?: string | null,"mostrado"?: boolean,"orden"?: number,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "destacados_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: true
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"destinos_webhook": {
                  Row: {
                    "anterior_hasta": string | null,"created_at": string,"descansa_hasta": string | null,"desde": string,"entregado_at": string | null,"id": string,"pausado_at": string | null,"pausado_motivo": string | null,"secreto": string,"secretos_anteriores": (string)[],"temas": (string)[],"url": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "anterior_hasta"?: string | null,"created_at"?: string,"descansa_hasta"?: string | null,"desde"?: string,"entregado_at"?: string | null,"id"?: string,"pausado_at"?: string | null,"pausado_motivo"?: string | null,"secreto"?: string,"secretos_anteriores"?: (string)[],"temas": (string)[],"url": string,"usuario_id": string
                  }
                  Update: {
                    "anterior_hasta"?: string | null,"created_at"?: string,"descansa_hasta"?: string | null,"desde"?: string,"entregado_at"?: string | null,"id"?: string,"pausado_at"?: string | null,"pausado_motivo"?: string | null,"secreto"?: string,"secretos_anteriores"?: (string)[],"temas"?: (string)[],"url"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "destinos_webhook_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"dispositivos": {
                  Row: {
                    "huella": string,"user_id": string,"visto_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "huella": string,"user_id": string,"visto_at"?: string
                  }
                  Update: {
                    "huella"?: string,"user_id"?: string,"visto_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "dispositivos_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"disputas": {
                  Row: {
                    "abierta_at": string,"centimos": number,"created_at": string,"fase": string,"id": string,"motivo": string | null,"pago_id": string,"proveedor": string,"referencia": string,"vence_at": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "abierta_at": string,"centimos": number,"created_at"?: string,"fase": string,"id"?: string,"motivo"?: string | null,"pago_id": string,"proveedor": string,"referencia": string,"vence_at"?: string | null,"version"?: number
                  }
                  Update: {
                    "abierta_at"?: string,"centimos"?: number,"created_at"?: string,"fase"?: string,"id"?: string,"motivo"?: string | null,"pago_id"?: string,"proveedor"?: string,"referencia"?: string,"vence_at"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "disputas_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    }
                  ]
                },"dominios_correo": {
                  Row: {
                    "dominio": string
                  }
                  ComputedFields: never
                  Insert: {
                    "dominio": string
                  }
                  Update: {
                    "dominio"?: string
                  }
                  Relationships: [
                    
                  ]
                },"ediciones": {
                  Row: {
                    "download_link": string | null,"fecha_lanzamiento": string | null,"id": string,"incluye": string,"incluye_en": string | null,"nombre": string,"nombre_en": string | null,"oferta": number | null,"oferta_fija": number | null,"orden": number,"portada_blur": string | null,"portada_url": string | null,"precio": number,"producto_id": string,"reserva": boolean,"retirada": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "download_link"?: string | null,"fecha_lanzamiento"?: string | null,"id"?: string,"incluye"?: string,"incluye_en"?: string | null,"nombre": string,"nombre_en"?: string | null,"oferta"?: number | null,"oferta_fija"?: number | null,"orden"?: number,"portada_blur"?: string | null,"portada_url"?: string | null,"precio": number,"producto_id": string,"reserva"?: boolean,"retirada"?: boolean
                  }
                  Update: {
                    "download_link"?: string | null,"fecha_lanzamiento"?: string | null,"id"?: string,"incluye"?: string,"incluye_en"?: string | null,"nombre"?: string,"nombre_en"?: string | null,"oferta"?: number | null,"oferta_fija"?: number | null,"orden"?: number,"portada_blur"?: string | null,"portada_url"?: string | null,"precio"?: number,"producto_id"?: string,"reserva"?: boolean,"retirada"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "ediciones_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"elecciones_servidor": {
                  Row: {
                    "adquisicion_id": string,"created_at": string,"servidor_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "adquisicion_id": string,"created_at"?: string,"servidor_id": string
                  }
                  Update: {
                    "adquisicion_id"?: string,"created_at"?: string,"servidor_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "elecciones_servidor_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: true
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "elecciones_servidor_servidor_id_fkey"
      columns: ["servidor_id"]
isOneToOne: false
      referencedRelation: "servidores"
      referencedColumns: ["id"]
    }
                  ]
                },"enlaces_regalo": {
                  Row: {
                    "caduca_at": string | null,"caducado_at": string | null,"correo": string | null,"enviado_at": string | null,"huella": string,"huella_anterior": string | null,"pago_id": string,"recogido_at": string | null,"serie": string
                  }
                  ComputedFields: never
                  Insert: {
                    "caduca_at"?: string | null,"caducado_at"?: string | null,"correo"?: string | null,"enviado_at"?: string | null,"huella": string,"huella_anterior"?: string | null,"pago_id": string,"recogido_at"?: string | null,"serie": string
                  }
                  Update: {
                    "caduca_at"?: string | null,"caducado_at"?: string | null,"correo"?: string | null,"enviado_at"?: string | null,"huella"?: string,"huella_anterior"?: string | null,"pago_id"?: string,"recogido_at"?: string | null,"serie"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "enlaces_regalo_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: true
      referencedRelation: "regalos"
      referencedColumns: ["pago_id"]
    }
                  ]
                },"envios_webhook": {
                  Row: {
                    "arriendo": string | null,"codigo": number | null,"desde": string,"destino_id": string,"duracion_ms": number | null,"error": string | null,"es_prueba": boolean,"estado": string,"id": number,"intentado_at": string | null,"intentos": number,"proximo_at": string,"suceso_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "arriendo"?: string | null,"codigo"?: number | null,"desde"?: string,"destino_id": string,"duracion_ms"?: number | null,"error"?: string | null,"es_prueba"?: boolean,"estado"?: string,"id"?: never,"intentado_at"?: string | null,"intentos"?: number,"proximo_at"?: string,"suceso_id": string
                  }
                  Update: {
                    "arriendo"?: string | null,"codigo"?: number | null,"desde"?: string,"destino_id"?: string,"duracion_ms"?: number | null,"error"?: string | null,"es_prueba"?: boolean,"estado"?: string,"id"?: never,"intentado_at"?: string | null,"intentos"?: number,"proximo_at"?: string,"suceso_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "envios_webhook_destino_id_fkey"
      columns: ["destino_id"]
isOneToOne: false
      referencedRelation: "destinos_webhook"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "envios_webhook_suceso_id_fkey"
      columns: ["suceso_id"]
isOneToOne: false
      referencedRelation: "sucesos_webhook"
      referencedColumns: ["id"]
    }
                  ]
                },"eventos_proveedor": {
                  Row: {
                    "evento_id": string,"id": number,"payload": NonNullable<Json>,"procesado_at": string | null,"proveedor": string,"recibido_at": string,"tipo": string
                  }
                  ComputedFields: never
                  Insert: {
                    "evento_id": string,"id"?: never,"payload": NonNullable<Json>,"procesado_at"?: string | null,"proveedor": string,"recibido_at"?: string,"tipo": string
                  }
                  Update: {
                    "evento_id"?: string,"id"?: never,"payload"?: NonNullable<Json>,"procesado_at"?: string | null,"proveedor"?: string,"recibido_at"?: string,"tipo"?: string
                  }
                  Relationships: [
                    
                  ]
                },"facturas": {
                  Row: {
                    "anula": string | null,"cargo_club_id": string | null,"datos": NonNullable<Json>,"disputa_id": string | null,"emitida_at": string,"id": string,"numero": number,"pago_id": string | null,"rectifica": string | null,"reembolso_id": string | null,"serie": string
                  }
                  ComputedFields: never
                  Insert: {
                    "anula"?: string | null,"cargo_club_id"?: string | null,"datos": NonNullable<Json>,"disputa_id"?: string | null,"emitida_at"?: string,"id"?: string,"numero": number,"pago_id"?: string | null,"rectifica"?: string | null,"reembolso_id"?: string | null,"serie": string
                  }
                  Update: {
                    "anula"?: string | null,"cargo_club_id"?: string | null,"datos"?: NonNullable<Json>,"disputa_id"?: string | null,"emitida_at"?: string,"id"?: string,"numero"?: number,"pago_id"?: string | null,"rectifica"?: string | null,"reembolso_id"?: string | null,"serie"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "facturas_anula_fkey"
      columns: ["anula"]
isOneToOne: true
      referencedRelation: "facturas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "facturas_cargo_club_id_fkey"
      columns: ["cargo_club_id"]
isOneToOne: false
      referencedRelation: "cargos_club"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "facturas_disputa_id_fkey"
      columns: ["disputa_id"]
isOneToOne: false
      referencedRelation: "disputas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "facturas_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "facturas_rectifica_fkey"
      columns: ["rectifica"]
isOneToOne: false
      referencedRelation: "facturas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "facturas_reembolso_id_fkey"
      columns: ["reembolso_id"]
isOneToOne: false
      referencedRelation: "reembolsos"
      referencedColumns: ["id"]
    }
                  ]
                },"facturas_pendientes": {
                  Row: {
                    "cargo_club_id": string | null,"created_at": string,"id": number,"iva_porcentaje": number,"pago_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "cargo_club_id"?: string | null,"created_at"?: string,"id"?: never,"iva_porcentaje": number,"pago_id"?: string | null
                  }
                  Update: {
                    "cargo_club_id"?: string | null,"created_at"?: string,"id"?: never,"iva_porcentaje"?: number,"pago_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "facturas_pendientes_cargo_club_id_fkey"
      columns: ["cargo_club_id"]
isOneToOne: true
      referencedRelation: "cargos_club"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "facturas_pendientes_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: true
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    }
                  ]
                },"favoritos": {
                  Row: {
                    "created_at": string,"id": string,"producto_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"producto_id": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"producto_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "favoritos_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "favoritos_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"fichas_busqueda": {
                  Row: {
                    "busqueda": string,"created_at": string,"indice": unknown,"nivel": number,"precio": number,"producto_id": string,"temas": string,"visitas": number
                  }
                  ComputedFields: never
                  Insert: {
                    "busqueda": string,"created_at": string,"indice": unknown,"nivel"?: number,"precio": number,"producto_id": string,"temas": string,"visitas": number
                  }
                  Update: {
                    "busqueda"?: string,"created_at"?: string,"indice"?: unknown,"nivel"?: number,"precio"?: number,"producto_id"?: string,"temas"?: string,"visitas"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "fichas_busqueda_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: true
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"follows": {
                  Row: {
                    "created_at": string,"follower_id": string,"following_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"follower_id": string,"following_id": string
                  }
                  Update: {
                    "created_at"?: string,"follower_id"?: string,"following_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "follows_follower_id_fkey"
      columns: ["follower_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "follows_following_id_fkey"
      columns: ["following_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"gracias_respuesta": {
                  Row: {
                    "created_at": string,"pregunta_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"pregunta_id": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"pregunta_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "gracias_respuesta_pregunta_id_fkey"
      columns: ["pregunta_id"]
isOneToOne: false
      referencedRelation: "preguntas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "gracias_respuesta_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"historial_precios": {
                  Row: {
                    "articulo_id": string | null,"bundle_id": string | null,"desde": string,"edicion_id": string | null,"id": number,"oferta": number | null,"precio": number,"producto_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "articulo_id"?: never,"bundle_id"?: string | null,"desde"?: string,"edicion_id"?: string | null,"id"?: never,"oferta"?: number | null,"precio": number,"producto_id"?: string | null
                  }
                  Update: {
                    "articulo_id"?: never,"bundle_id"?: string | null,"desde"?: string,"edicion_id"?: string | null,"id"?: never,"oferta"?: number | null,"precio"?: number,"producto_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "historial_precios_bundle_id_fkey"
      columns: ["bundle_id"]
isOneToOne: false
      referencedRelation: "bundles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "historial_precios_edicion_id_fkey"
      columns: ["edicion_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "historial_precios_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"historial_reputacion": {
                  Row: {
                    "antes": string,"created_at": string,"despues": string,"id": number,"motivo": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "antes": string,"created_at"?: string,"despues": string,"id"?: never,"motivo": string,"user_id": string
                  }
                  Update: {
                    "antes"?: string,"created_at"?: string,"despues"?: string,"id"?: never,"motivo"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "historial_reputacion_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"huellas_descarga": {
                  Row: {
                    "bytes": number,"created_at": string,"huella": string,"nombre": string | null,"ruta": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bytes": number,"created_at"?: string,"huella": string,"nombre"?: string | null,"ruta": string,"usuario_id": string
                  }
                  Update: {
                    "bytes"?: number,"created_at"?: string,"huella"?: string,"nombre"?: string | null,"ruta"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "huellas_descarga_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"imagenes_producto": {
                  Row: {
                    "alto": number | null,"ancho": number | null,"blur": string | null,"edicion_id": string | null,"es_portada": boolean,"id": string,"orden": number,"producto_id": string,"url": string
                  }
                  ComputedFields: never
                  Insert: {
                    "alto"?: number | null,"ancho"?: number | null,"blur"?: string | null,"edicion_id"?: string | null,"es_portada"?: boolean,"id"?: string,"orden"?: number,"producto_id": string,"url": string
                  }
                  Update: {
                    "alto"?: number | null,"ancho"?: number | null,"blur"?: string | null,"edicion_id"?: string | null,"es_portada"?: boolean,"id"?: string,"orden"?: number,"producto_id"?: string,"url"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "imagenes_producto_edicion_id_producto_id_fkey"
      columns: ["edicion_id","producto_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "imagenes_producto_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"imagenes_subidas": {
                  Row: {
                    "alto": number | null,"ancho": number | null,"blur": string | null,"bytes": number,"created_at": string,"retirada_at": string | null,"ruta": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "alto"?: number | null,"ancho"?: number | null,"blur"?: string | null,"bytes": number,"created_at"?: string,"retirada_at"?: string | null,"ruta": string,"usuario_id": string
                  }
                  Update: {
                    "alto"?: number | null,"ancho"?: number | null,"blur"?: string | null,"bytes"?: number,"created_at"?: string,"retirada_at"?: string | null,"ruta"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "imagenes_subidas_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"intentos": {
                  Row: {
                    "clave": string,"desde": string,"tipo": string,"veces": number
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"desde": string,"tipo": string,"veces": number
                  }
                  Update: {
                    "clave"?: string,"desde"?: string,"tipo"?: string,"veces"?: number
                  }
                  Relationships: [
                    
                  ]
                },"licencias": {
                  Row: {
                    "adquisicion_id": string,"clave": string,"created_at": string,"id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "adquisicion_id": string,"clave"?: string,"created_at"?: string,"id"?: string
                  }
                  Update: {
                    "adquisicion_id"?: string,"clave"?: string,"created_at"?: string,"id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "licencias_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: true
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    }
                  ]
                },"licencias_producto": {
                  Row: {
                    "activa": boolean,"activaciones_max": number,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "activa": boolean,"activaciones_max": number,"producto_id": string
                  }
                  Update: {
                    "activa"?: boolean,"activaciones_max"?: number,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "licencias_producto_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: true
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"llaves_api": {
                  Row: {
                    "ambitos": (string)[],"caduca_at": string,"created_at": string,"huella": string,"id": string,"nombre": string,"pista": string,"revocada_at": string | null,"usada_at": string | null,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "ambitos": (string)[],"caduca_at": string,"created_at"?: string,"huella": string,"id"?: string,"nombre": string,"pista": string,"revocada_at"?: string | null,"usada_at"?: string | null,"usuario_id": string
                  }
                  Update: {
                    "ambitos"?: (string)[],"caduca_at"?: string,"created_at"?: string,"huella"?: string,"id"?: string,"nombre"?: string,"pista"?: string,"revocada_at"?: string | null,"usada_at"?: string | null,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "llaves_api_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"logros_usuario": {
                  Row: {
                    "completado": boolean,"created_at": string,"id": string,"logro": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "completado"?: boolean,"created_at"?: string,"id"?: string,"logro": string,"user_id": string
                  }
                  Update: {
                    "completado"?: boolean,"created_at"?: string,"id"?: string,"logro"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "logros_usuario_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"medidas": {
                  Row: {
                    "antes": string | null,"created_at": string,"id": string,"levantada_at": string | null,"motivo": string | null,"objeto_id": string,"tipo": string,"tomada_por": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "antes"?: string | null,"created_at"?: string,"id"?: string,"levantada_at"?: string | null,"motivo"?: string | null,"objeto_id": string,"tipo": string,"tomada_por"?: string | null,"user_id": string
                  }
                  Update: {
                    "antes"?: string | null,"created_at"?: string,"id"?: string,"levantada_at"?: string | null,"motivo"?: string | null,"objeto_id"?: string,"tipo"?: string,"tomada_por"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "medidas_tomada_por_fkey"
      columns: ["tomada_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "medidas_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"mensajes_reporte": {
                  Row: {
                    "autor_id": string | null,"created_at": string,"de": string,"id": number,"reporte_id": string,"texto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "autor_id"?: string | null,"created_at"?: string,"de": string,"id"?: never,"reporte_id": string,"texto": string
                  }
                  Update: {
                    "autor_id"?: string | null,"created_at"?: string,"de"?: string,"id"?: never,"reporte_id"?: string,"texto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "mensajes_reporte_autor_id_fkey"
      columns: ["autor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "mensajes_reporte_reporte_id_fkey"
      columns: ["reporte_id"]
isOneToOne: false
      referencedRelation: "reportes"
      referencedColumns: ["id"]
    }
                  ]
                },"mensajes_revision": {
                  Row: {
                    "autor_id": string,"created_at": string,"id": number,"producto_id": string,"texto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "autor_id": string,"created_at"?: string,"id"?: never,"producto_id": string,"texto": string
                  }
                  Update: {
                    "autor_id"?: string,"created_at"?: string,"id"?: never,"producto_id"?: string,"texto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "mensajes_revision_autor_id_fkey"
      columns: ["autor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "mensajes_revision_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"mensajes_solicitud": {
                  Row: {
                    "autor_id": string | null,"created_at": string,"de": string,"id": number,"solicitud_id": string,"texto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "autor_id"?: string | null,"created_at"?: string,"de": string,"id"?: never,"solicitud_id": string,"texto": string
                  }
                  Update: {
                    "autor_id"?: string | null,"created_at"?: string,"de"?: string,"id"?: never,"solicitud_id"?: string,"texto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "mensajes_solicitud_autor_id_fkey"
      columns: ["autor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "mensajes_solicitud_solicitud_id_fkey"
      columns: ["solicitud_id"]
isOneToOne: false
      referencedRelation: "solicitudes"
      referencedColumns: ["id"]
    }
                  ]
                },"movimientos_ingresos": {
                  Row: {
                    "adquisicion_id": string | null,"centimos": number,"clave": string,"concepto": string,"created_at": string,"id": number,"usuario_id": string,"withdrawal_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "adquisicion_id"?: string | null,"centimos": number,"clave": string,"concepto": string,"created_at"?: string,"id"?: never,"usuario_id": string,"withdrawal_id"?: string | null
                  }
                  Update: {
                    "adquisicion_id"?: string | null,"centimos"?: number,"clave"?: string,"concepto"?: string,"created_at"?: string,"id"?: never,"usuario_id"?: string,"withdrawal_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "movimientos_ingresos_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: false
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "movimientos_ingresos_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "movimientos_ingresos_withdrawal_id_fkey"
      columns: ["withdrawal_id"]
isOneToOne: false
      referencedRelation: "withdrawals"
      referencedColumns: ["id"]
    }
                  ]
                },"movimientos_uncoins": {
                  Row: {
                    "cantidad": number,"cargo_club_id": string | null,"clave": string,"concepto": string,"created_at": string,"id": number,"pago_id": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cantidad": number,"cargo_club_id"?: string | null,"clave": string,"concepto": string,"created_at"?: string,"id"?: never,"pago_id"?: string | null,"user_id": string
                  }
                  Update: {
                    "cantidad"?: number,"cargo_club_id"?: string | null,"clave"?: string,"concepto"?: string,"created_at"?: string,"id"?: never,"pago_id"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "movimientos_uncoins_cargo_club_id_fkey"
      columns: ["cargo_club_id"]
isOneToOne: false
      referencedRelation: "cargos_club"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "movimientos_uncoins_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "movimientos_uncoins_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"notificaciones": {
                  Row: {
                    "clave": string,"created_at": string,"datos": NonNullable<Json>,"id": number,"leida_at": string | null,"tipo": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"created_at"?: string,"datos"?: NonNullable<Json>,"id"?: never,"leida_at"?: string | null,"tipo": string,"user_id": string
                  }
                  Update: {
                    "clave"?: string,"created_at"?: string,"datos"?: NonNullable<Json>,"id"?: never,"leida_at"?: string | null,"tipo"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notificaciones_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"novedades_producto": {
                  Row: {
                    "clave": string,"contado_hasta": string | null,"created_at": string,"edicion_id": string | null,"id": number,"oferta": number | null,"precio": number | null,"producto_id": string,"terminada_at": string | null,"tipo": string
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"contado_hasta"?: string | null,"created_at"?: string,"edicion_id"?: string | null,"id"?: never,"oferta"?: number | null,"precio"?: number | null,"producto_id": string,"terminada_at"?: string | null,"tipo": string
                  }
                  Update: {
                    "clave"?: string,"contado_hasta"?: string | null,"created_at"?: string,"edicion_id"?: string | null,"id"?: never,"oferta"?: number | null,"precio"?: number | null,"producto_id"?: string,"terminada_at"?: string | null,"tipo"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "novedades_producto_edicion_id_fkey"
      columns: ["edicion_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "novedades_producto_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"ofertas": {
                  Row: {
                    "cancelada_at": string | null,"created_at": string,"descripcion": string,"descripcion_en": string | null,"desde": string,"edicion_id": string | null,"empezada_at": string | null,"hasta": string,"id": string,"precio": number,"producto_id": string,"publicada_at": string | null,"terminada_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "cancelada_at"?: string | null,"created_at"?: string,"descripcion"?: string,"descripcion_en"?: string | null,"desde": string,"edicion_id"?: string | null,"empezada_at"?: string | null,"hasta": string,"id"?: string,"precio": number,"producto_id": string,"publicada_at"?: string | null,"terminada_at"?: string | null
                  }
                  Update: {
                    "cancelada_at"?: string | null,"created_at"?: string,"descripcion"?: string,"descripcion_en"?: string | null,"desde"?: string,"edicion_id"?: string | null,"empezada_at"?: string | null,"hasta"?: string,"id"?: string,"precio"?: number,"producto_id"?: string,"publicada_at"?: string | null,"terminada_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "ofertas_edicion_id_producto_id_fkey"
      columns: ["edicion_id","producto_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "ofertas_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"ordenes_servidor": {
                  Row: {
                    "accion_id": string | null,"adquisicion_id": string | null,"arriendo_hasta": string | null,"caduca_at": string,"cedida": boolean,"created_at": string,"deshace_id": number | null,"deshacer": string | null,"disponible_at": string,"error": string | null,"estado": string,"fallos": number,"huecos": number,"id": number,"intentos": number,"jugador": string,"necesita_jugador": boolean,"orden": string,"posicion": number,"reenviada_at": string | null,"reenvios": number,"repetible": boolean,"servidor_id": string,"suceso_id": number,"terminada_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "accion_id"?: string | null,"adquisicion_id"?: string | null,"arriendo_hasta"?: string | null,"caduca_at"?: string,"cedida"?: boolean,"created_at"?: string,"deshace_id"?: number | null,"deshacer"?: string | null,"disponible_at"?: string,"error"?: string | null,"estado"?: string,"fallos"?: number,"huecos"?: number,"id"?: never,"intentos"?: number,"jugador": string,"necesita_jugador": boolean,"orden": string,"posicion": number,"reenviada_at"?: string | null,"reenvios"?: number,"repetible"?: boolean,"servidor_id": string,"suceso_id": number,"terminada_at"?: string | null
                  }
                  Update: {
                    "accion_id"?: string | null,"adquisicion_id"?: string | null,"arriendo_hasta"?: string | null,"caduca_at"?: string,"cedida"?: boolean,"created_at"?: string,"deshace_id"?: number | null,"deshacer"?: string | null,"disponible_at"?: string,"error"?: string | null,"estado"?: string,"fallos"?: number,"huecos"?: number,"id"?: never,"intentos"?: number,"jugador"?: string,"necesita_jugador"?: boolean,"orden"?: string,"posicion"?: number,"reenviada_at"?: string | null,"reenvios"?: number,"repetible"?: boolean,"servidor_id"?: string,"suceso_id"?: number,"terminada_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "ordenes_servidor_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: false
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ordenes_servidor_deshace_id_fkey"
      columns: ["deshace_id"]
isOneToOne: false
      referencedRelation: "ordenes_servidor"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ordenes_servidor_servidor_id_fkey"
      columns: ["servidor_id"]
isOneToOne: false
      referencedRelation: "servidores"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ordenes_servidor_suceso_id_fkey"
      columns: ["suceso_id"]
isOneToOne: false
      referencedRelation: "sucesos_licencia"
      referencedColumns: ["id"]
    }
                  ]
                },"pagos": {
                  Row: {
                    "bundle_id": string | null,"caduca_at": string,"clave": string,"cobro_at": string | null,"confirmado_at": string | null,"consentimiento_at": string | null,"consentimiento_version": string | null,"created_at": string,"cupon_id": string | null,"destinatario_id": string | null,"edicion_id": string | null,"entregado_at": string | null,"estado": string,"id": string,"metodo": string,"minecraft_name": string | null,"moneda": string,"motivo_no_entregado": string | null,"pagado_at": string | null,"pendiente_at": string | null,"presupuesto": NonNullable<Json>,"producto_id": string | null,"proveedor": string,"rechazado_at": string | null,"rechazos": number,"referencia": string | null,"revertido_at": string | null,"sin_respuesta_at": string | null,"total_centimos": number,"unidades_devueltas": (string)[],"unidades_vendidas": NonNullable<Json>,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bundle_id"?: string | null,"caduca_at"?: string,"clave": string,"cobro_at"?: string | null,"confirmado_at"?: string | null,"consentimiento_at"?: string | null,"consentimiento_version"?: string | null,"created_at"?: string,"cupon_id"?: string | null,"destinatario_id"?: string | null,"edicion_id"?: string | null,"entregado_at"?: string | null,"estado"?: string,"id"?: string,"metodo": string,"minecraft_name"?: string | null,"moneda"?: string,"motivo_no_entregado"?: string | null,"pagado_at"?: string | null,"pendiente_at"?: string | null,"presupuesto": NonNullable<Json>,"producto_id"?: string | null,"proveedor": string,"rechazado_at"?: string | null,"rechazos"?: number,"referencia"?: string | null,"revertido_at"?: string | null,"sin_respuesta_at"?: string | null,"total_centimos": number,"unidades_devueltas"?: (string)[],"unidades_vendidas"?: NonNullable<Json>,"user_id": string
                  }
                  Update: {
                    "bundle_id"?: string | null,"caduca_at"?: string,"clave"?: string,"cobro_at"?: string | null,"confirmado_at"?: string | null,"consentimiento_at"?: string | null,"consentimiento_version"?: string | null,"created_at"?: string,"cupon_id"?: string | null,"destinatario_id"?: string | null,"edicion_id"?: string | null,"entregado_at"?: string | null,"estado"?: string,"id"?: string,"metodo"?: string,"minecraft_name"?: string | null,"moneda"?: string,"motivo_no_entregado"?: string | null,"pagado_at"?: string | null,"pendiente_at"?: string | null,"presupuesto"?: NonNullable<Json>,"producto_id"?: string | null,"proveedor"?: string,"rechazado_at"?: string | null,"rechazos"?: number,"referencia"?: string | null,"revertido_at"?: string | null,"sin_respuesta_at"?: string | null,"total_centimos"?: number,"unidades_devueltas"?: (string)[],"unidades_vendidas"?: NonNullable<Json>,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "pagos_bundle_id_fkey"
      columns: ["bundle_id"]
isOneToOne: false
      referencedRelation: "bundles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "pagos_consentimiento_version_fkey"
      columns: ["consentimiento_version"]
isOneToOne: false
      referencedRelation: "textos_consentimiento"
      referencedColumns: ["version"]
    },{
      foreignKeyName: "pagos_cupon_id_fkey"
      columns: ["cupon_id"]
isOneToOne: false
      referencedRelation: "codigos_cupones"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "pagos_destinatario_id_fkey"
      columns: ["destinatario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "pagos_edicion_id_producto_id_fkey"
      columns: ["edicion_id","producto_id"]
isOneToOne: false
      referencedRelation: "ediciones"
      referencedColumns: ["id","producto_id"]
    },{
      foreignKeyName: "pagos_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "pagos_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"palabras_busqueda": {
                  Row: {
                    "palabra": string,"solo_texto": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "palabra": string,"solo_texto"?: boolean
                  }
                  Update: {
                    "palabra"?: string,"solo_texto"?: boolean
                  }
                  Relationships: [
                    
                  ]
                },"permisos": {
                  Row: {
                    "hasta": string,"tipo": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "hasta": string,"tipo": string,"user_id": string
                  }
                  Update: {
                    "hasta"?: string,"tipo"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "permisos_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"personas_busqueda": {
                  Row: {
                    "id": string,"texto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id": string,"texto": string
                  }
                  Update: {
                    "id"?: string,"texto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "personas_busqueda_id_fkey"
      columns: ["id"]
isOneToOne: true
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"peticiones_api": {
                  Row: {
                    "clave": string,"created_at": string,"huella": string,"llave_id": string,"respuesta": Json | null
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"created_at"?: string,"huella": string,"llave_id": string,"respuesta"?: Json | null
                  }
                  Update: {
                    "clave"?: string,"created_at"?: string,"huella"?: string,"llave_id"?: string,"respuesta"?: Json | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "peticiones_api_llave_id_fkey"
      columns: ["llave_id"]
isOneToOne: false
      referencedRelation: "llaves_api"
      referencedColumns: ["id"]
    }
                  ]
                },"preferencias_aviso": {
                  Row: {
                    "anuncios_vistos": string | null,"aviso_cada_venta": boolean,"correo_anuncios": boolean,"correo_favoritos": boolean,"correo_preguntas": boolean,"correo_producto_nuevo": boolean,"correo_publicaciones": boolean,"correo_resenas": boolean,"correo_resumen": boolean,"correo_version_nueva": boolean,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "anuncios_vistos"?: string | null,"aviso_cada_venta"?: boolean,"correo_anuncios"?: boolean,"correo_favoritos"?: boolean,"correo_preguntas"?: boolean,"correo_producto_nuevo"?: boolean,"correo_publicaciones"?: boolean,"correo_resenas"?: boolean,"correo_resumen"?: boolean,"correo_version_nueva"?: boolean,"user_id": string
                  }
                  Update: {
                    "anuncios_vistos"?: string | null,"aviso_cada_venta"?: boolean,"correo_anuncios"?: boolean,"correo_favoritos"?: boolean,"correo_preguntas"?: boolean,"correo_producto_nuevo"?: boolean,"correo_publicaciones"?: boolean,"correo_resenas"?: boolean,"correo_resumen"?: boolean,"correo_version_nueva"?: boolean,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "preferencias_aviso_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"preguntas": {
                  Row: {
                    "created_at": string,"descartada": boolean,"id": string,"oculta": boolean,"oculta_motivo": string | null,"producto_id": string,"publica": boolean,"respuesta": string | null,"respuesta_at": string | null,"respuesta_de": string | null,"respuesta_equipo": boolean,"respuesta_oculta": boolean,"texto": string,"user_id": string,"utiles": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"descartada"?: boolean,"id"?: string,"oculta"?: boolean,"oculta_motivo"?: string | null,"producto_id": string,"publica"?: never,"respuesta"?: string | null,"respuesta_at"?: string | null,"respuesta_de"?: string | null,"respuesta_equipo"?: boolean,"respuesta_oculta"?: boolean,"texto": string,"user_id": string,"utiles"?: number
                  }
                  Update: {
                    "created_at"?: string,"descartada"?: boolean,"id"?: string,"oculta"?: boolean,"oculta_motivo"?: string | null,"producto_id"?: string,"publica"?: never,"respuesta"?: string | null,"respuesta_at"?: string | null,"respuesta_de"?: string | null,"respuesta_equipo"?: boolean,"respuesta_oculta"?: boolean,"texto"?: string,"user_id"?: string,"utiles"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "preguntas_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "preguntas_respuesta_de_fkey"
      columns: ["respuesta_de"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "preguntas_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"procedencias_pago": {
                  Row: {
                    "etiqueta": string | null,"fuente": string,"pago_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "etiqueta"?: string | null,"fuente": string,"pago_id": string
                  }
                  Update: {
                    "etiqueta"?: string | null,"fuente"?: string,"pago_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "procedencias_pago_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: true
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    }
                  ]
                },"productos": {
                  Row: {
                    "acerca_de": string,"acerca_de_en": string | null,"adquirido": number,"archivado_at": string | null,"aviso_legal": string | null,"aviso_legal_en": string | null,"banner_blur": string | null,"banner_url": string | null,"base_id": string | null,"busqueda": string | null,"category": string,"club_only": boolean,"compatibles": (string)[],"compradores": number,"created_at": string,"desarrollador": string | null,"descargable": boolean,"descripcion": string,"descripcion_en": string | null,"destacado": boolean,"disponibilidad": boolean,"disponible_al_archivar": boolean | null,"DLC": boolean,"download_link": string | null,"fecha_lanzamiento": string | null,"generos": (string)[],"id": string,"imagenes": (string)[],"minimo_30_dias": number | null,"nombre": string,"nombre_en": string | null,"oculto": boolean,"oferta": number | null,"oferta_fija": number | null,"portada_blur": string | null,"portada_url": string,"precio": number,"publicado_at": string | null,"publisher": string | null,"puntuacion": number,"recuentos": number,"reserva": boolean,"slug": string,"status": string,"stock": boolean,"tamano_aproximado": string | null,"uncoins": number | null,"unidades": number | null,"updated_at": string,"usuario_id": string,"valoracion_media": number | null,"valoraciones": number,"video_trailer": string | null,"visitas": number
                  }
                  ComputedFields: never
                  Insert: {
                    "acerca_de"?: string,"acerca_de_en"?: string | null,"adquirido"?: number,"archivado_at"?: string | null,"aviso_legal"?: string | null,"aviso_legal_en"?: string | null,"banner_blur"?: string | null,"banner_url"?: string | null,"base_id"?: string | null,"busqueda"?: never,"category": string,"club_only"?: boolean,"compatibles"?: (string)[],"compradores"?: number,"created_at"?: string,"desarrollador"?: string | null,"descargable"?: boolean,"descripcion"?: string,"descripcion_en"?: string | null,"destacado"?: boolean,"disponibilidad"?: boolean,"disponible_al_archivar"?: boolean | null,"DLC"?: boolean,"download_link"?: string | null,"fecha_lanzamiento"?: string | null,"generos"?: (string)[],"id"?: string,"imagenes"?: (string)[],"minimo_30_dias"?: number | null,"nombre": string,"nombre_en"?: string | null,"oculto"?: boolean,"oferta"?: number | null,"oferta_fija"?: number | null,"portada_blur"?: string | null,"portada_url": string,"precio": number,"publicado_at"?: string | null,"publisher"?: string | null,"puntuacion"?: never,"recuentos"?: number,"reserva"?: boolean,"slug": string,"status"?: string,"stock"?: boolean,"tamano_aproximado"?: string | null,"uncoins"?: number | null,"unidades"?: number | null,"updated_at"?: string,"usuario_id": string,"valoracion_media"?: number | null,"valoraciones"?: number,"video_trailer"?: string | null,"visitas"?: number
                  }
                  Update: {
                    "acerca_de"?: string,"acerca_de_en"?: string | null,"adquirido"?: number,"archivado_at"?: string | null,"aviso_legal"?: string | null,"aviso_legal_en"?: string | null,"banner_blur"?: string | null,"banner_url"?: string | null,"base_id"?: string | null,"busqueda"?: never,"category"?: string,"club_only"?: boolean,"compatibles"?: (string)[],"compradores"?: number,"created_at"?: string,"desarrollador"?: string | null,"descargable"?: boolean,"descripcion"?: string,"descripcion_en"?: string | null,"destacado"?: boolean,"disponibilidad"?: boolean,"disponible_al_archivar"?: boolean | null,"DLC"?: boolean,"download_link"?: string | null,"fecha_lanzamiento"?: string | null,"generos"?: (string)[],"id"?: string,"imagenes"?: (string)[],"minimo_30_dias"?: number | null,"nombre"?: string,"nombre_en"?: string | null,"oculto"?: boolean,"oferta"?: number | null,"oferta_fija"?: number | null,"portada_blur"?: string | null,"portada_url"?: string,"precio"?: number,"publicado_at"?: string | null,"publisher"?: string | null,"puntuacion"?: never,"recuentos"?: number,"reserva"?: boolean,"slug"?: string,"status"?: string,"stock"?: boolean,"tamano_aproximado"?: string | null,"uncoins"?: number | null,"unidades"?: number | null,"updated_at"?: string,"usuario_id"?: string,"valoracion_media"?: number | null,"valoraciones"?: number,"video_trailer"?: string | null,"visitas"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "productos_base_id_fkey"
      columns: ["base_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "productos_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"productos_fijados": {
                  Row: {
                    "orden": number,"producto_id": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "orden": number,"producto_id": string,"usuario_id": string
                  }
                  Update: {
                    "orden"?: number,"producto_id"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "productos_fijados_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "productos_fijados_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"productos_relacionados": {
                  Row: {
                    "compradores": number,"producto_id": string,"puesto": number,"relacionado_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "compradores": number,"producto_id": string,"puesto": number,"relacionado_id": string
                  }
                  Update: {
                    "compradores"?: number,"producto_id"?: string,"puesto"?: number,"relacionado_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "productos_relacionados_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "productos_relacionados_relacionado_id_fkey"
      columns: ["relacionado_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "id": string,"phone": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "id": string,"phone"?: string | null
                  }
                  Update: {
                    "id"?: string,"phone"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"publicaciones": {
                  Row: {
                    "audiencia": string,"autor_id": string,"avisada_at": string | null,"contado_hasta": string | null,"created_at": string,"editada_at": string | null,"id": string,"oculta": boolean,"oculta_motivo": string | null,"producto_id": string | null,"publicada_at": string | null,"texto": string,"titulo": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "audiencia": string,"autor_id": string,"avisada_at"?: string | null,"contado_hasta"?: string | null,"created_at"?: string,"editada_at"?: string | null,"id"?: string,"oculta"?: boolean,"oculta_motivo"?: string | null,"producto_id"?: string | null,"publicada_at"?: string | null,"texto": string,"titulo": string,"version"?: number
                  }
                  Update: {
                    "audiencia"?: string,"autor_id"?: string,"avisada_at"?: string | null,"contado_hasta"?: string | null,"created_at"?: string,"editada_at"?: string | null,"id"?: string,"oculta"?: boolean,"oculta_motivo"?: string | null,"producto_id"?: string | null,"publicada_at"?: string | null,"texto"?: string,"titulo"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "publicaciones_autor_id_fkey"
      columns: ["autor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "publicaciones_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"reembolsos": {
                  Row: {
                    "centimos": number,"clave": string | null,"created_at": string,"error": string | null,"estado": string,"fallido_at": string | null,"hecho_at": string | null,"id": string,"motivo": string | null,"pago_id": string,"pedido_por": string | null,"proveedor": string | null,"proveedor_at": string | null,"referencia": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "centimos": number,"clave"?: string | null,"created_at"?: string,"error"?: string | null,"estado"?: string,"fallido_at"?: string | null,"hecho_at"?: string | null,"id"?: string,"motivo"?: string | null,"pago_id": string,"pedido_por"?: string | null,"proveedor"?: string | null,"proveedor_at"?: string | null,"referencia"?: string | null
                  }
                  Update: {
                    "centimos"?: number,"clave"?: string | null,"created_at"?: string,"error"?: string | null,"estado"?: string,"fallido_at"?: string | null,"hecho_at"?: string | null,"id"?: string,"motivo"?: string | null,"pago_id"?: string,"pedido_por"?: string | null,"proveedor"?: string | null,"proveedor_at"?: string | null,"referencia"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "reembolsos_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reembolsos_pedido_por_fkey"
      columns: ["pedido_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"regalos": {
                  Row: {
                    "abierto_at": string | null,"created_at": string,"destinatario_id": string | null,"entregado_at": string | null,"fecha_entrega": string | null,"mensaje": string | null,"pago_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "abierto_at"?: string | null,"created_at"?: string,"destinatario_id"?: string | null,"entregado_at"?: string | null,"fecha_entrega"?: string | null,"mensaje"?: string | null,"pago_id": string,"user_id": string
                  }
                  Update: {
                    "abierto_at"?: string | null,"created_at"?: string,"destinatario_id"?: string | null,"entregado_at"?: string | null,"fecha_entrega"?: string | null,"mensaje"?: string | null,"pago_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "regalos_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: true
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    }
                  ]
                },"registros": {
                  Row: {
                    "clave": string,"correo": string,"created_at": string,"elegido_hasta": string | null,"id": number,"idioma": string,"navegador": string,"username": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"correo": string,"created_at"?: string,"elegido_hasta"?: string | null,"id"?: never,"idioma": string,"navegador": string,"username"?: string | null
                  }
                  Update: {
                    "clave"?: string,"correo"?: string,"created_at"?: string,"elegido_hasta"?: string | null,"id"?: never,"idioma"?: string,"navegador"?: string,"username"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"repaso_archivos": {
                  Row: {
                    "hasta": string,"id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "hasta"?: string,"id"?: number
                  }
                  Update: {
                    "hasta"?: string,"id"?: number
                  }
                  Relationships: [
                    
                  ]
                },"repasos": {
                  Row: {
                    "cuenta": number,"noche": string,"nombre": string,"terminado_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cuenta": number,"noche": string,"nombre": string,"terminado_at"?: string
                  }
                  Update: {
                    "cuenta"?: number,"noche"?: string,"nombre"?: string,"terminado_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"reportes": {
                  Row: {
                    "asignado_a": string | null,"created_at": string,"espera_respuesta": boolean,"estado": string,"id": string,"motivo": string,"nota": string | null,"objeto_id": string,"objeto_tipo": string,"preguntado_a": string | null,"resuelto_at": string | null,"resuelto_por": string | null,"texto": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "asignado_a"?: string | null,"created_at"?: string,"espera_respuesta"?: boolean,"estado"?: string,"id"?: string,"motivo": string,"nota"?: string | null,"objeto_id": string,"objeto_tipo": string,"preguntado_a"?: string | null,"resuelto_at"?: string | null,"resuelto_por"?: string | null,"texto"?: string,"user_id": string
                  }
                  Update: {
                    "asignado_a"?: string | null,"created_at"?: string,"espera_respuesta"?: boolean,"estado"?: string,"id"?: string,"motivo"?: string,"nota"?: string | null,"objeto_id"?: string,"objeto_tipo"?: string,"preguntado_a"?: string | null,"resuelto_at"?: string | null,"resuelto_por"?: string | null,"texto"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "reportes_asignado_a_fkey"
      columns: ["asignado_a"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reportes_preguntado_a_fkey"
      columns: ["preguntado_a"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reportes_resuelto_por_fkey"
      columns: ["resuelto_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reportes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"resenas": {
                  Row: {
                    "created_at": string,"editada_at": string | null,"estrellas": number,"id": string,"oculta": boolean,"oculta_motivo": string | null,"producto_id": string,"respuesta": string | null,"respuesta_at": string | null,"texto": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"editada_at"?: string | null,"estrellas": number,"id"?: string,"oculta"?: boolean,"oculta_motivo"?: string | null,"producto_id": string,"respuesta"?: string | null,"respuesta_at"?: string | null,"texto"?: string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"editada_at"?: string | null,"estrellas"?: number,"id"?: string,"oculta"?: boolean,"oculta_motivo"?: string | null,"producto_id"?: string,"respuesta"?: string | null,"respuesta_at"?: string | null,"texto"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "resenas_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "resenas_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"reservas": {
                  Row: {
                    "created_at": string,"cupon_id": string | null,"hasta": string,"id": number,"pago_id": string,"producto_id": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"cupon_id"?: string | null,"hasta": string,"id"?: never,"pago_id": string,"producto_id"?: string | null,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"cupon_id"?: string | null,"hasta"?: string,"id"?: never,"pago_id"?: string,"producto_id"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "reservas_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: false
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    }
                  ]
                },"respuestas_disputa": {
                  Row: {
                    "disputa_id": string,"editada_at": string,"editada_por": string | null,"enviada_at": string | null,"enviada_por": string | null,"error": string | null,"estado": string,"pruebas": Json | null,"texto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "disputa_id": string,"editada_at"?: string,"editada_por"?: string | null,"enviada_at"?: string | null,"enviada_por"?: string | null,"error"?: string | null,"estado"?: string,"pruebas"?: Json | null,"texto": string
                  }
                  Update: {
                    "disputa_id"?: string,"editada_at"?: string,"editada_por"?: string | null,"enviada_at"?: string | null,"enviada_por"?: string | null,"error"?: string | null,"estado"?: string,"pruebas"?: Json | null,"texto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "respuestas_disputa_disputa_id_fkey"
      columns: ["disputa_id"]
isOneToOne: true
      referencedRelation: "disputas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "respuestas_disputa_editada_por_fkey"
      columns: ["editada_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "respuestas_disputa_enviada_por_fkey"
      columns: ["enviada_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"restauraciones": {
                  Row: {
                    "copia_at": string,"id": number,"repasada_at": string | null,"restaurada_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "copia_at": string,"id"?: never,"repasada_at"?: string | null,"restaurada_at"?: string
                  }
                  Update: {
                    "copia_at"?: string,"id"?: never,"repasada_at"?: string | null,"restaurada_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"revisiones_asignadas": {
                  Row: {
                    "desde": string,"moderador_id": string,"revision_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "desde"?: string,"moderador_id": string,"revision_id": string
                  }
                  Update: {
                    "desde"?: string,"moderador_id"?: string,"revision_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "revisiones_asignadas_moderador_id_fkey"
      columns: ["moderador_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "revisiones_asignadas_revision_id_fkey"
      columns: ["revision_id"]
isOneToOne: true
      referencedRelation: "revisiones_producto"
      referencedColumns: ["id"]
    }
                  ]
                },"revisiones_pago": {
                  Row: {
                    "pago_id": string,"revisado_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "pago_id": string,"revisado_at"?: string
                  }
                  Update: {
                    "pago_id"?: string,"revisado_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "revisiones_pago_pago_id_fkey"
      columns: ["pago_id"]
isOneToOne: true
      referencedRelation: "pagos"
      referencedColumns: ["id"]
    }
                  ]
                },"revisiones_producto": {
                  Row: {
                    "autor_id": string,"cambios_pedidos_at": string | null,"cambios_pedidos_por": string | null,"contenido": NonNullable<Json>,"decidida_at": string | null,"decidida_por": string | null,"enviada_at": string,"es_nueva": boolean,"espera_creador": boolean,"estado": string,"id": string,"motivos": (string)[],"nota": string | null,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "autor_id": string,"cambios_pedidos_at"?: string | null,"cambios_pedidos_por"?: string | null,"contenido": NonNullable<Json>,"decidida_at"?: string | null,"decidida_por"?: string | null,"enviada_at"?: string,"es_nueva": boolean,"espera_creador"?: boolean,"estado"?: string,"id"?: string,"motivos"?: (string)[],"nota"?: string | null,"producto_id": string
                  }
                  Update: {
                    "autor_id"?: string,"cambios_pedidos_at"?: string | null,"cambios_pedidos_por"?: string | null,"contenido"?: NonNullable<Json>,"decidida_at"?: string | null,"decidida_por"?: string | null,"enviada_at"?: string,"es_nueva"?: boolean,"espera_creador"?: boolean,"estado"?: string,"id"?: string,"motivos"?: (string)[],"nota"?: string | null,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "revisiones_producto_autor_id_fkey"
      columns: ["autor_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "revisiones_producto_cambios_pedidos_por_fkey"
      columns: ["cambios_pedidos_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "revisiones_producto_decidida_por_fkey"
      columns: ["decidida_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "revisiones_producto_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"saldos_creadores": {
                  Row: {
                    "centimos": number,"id": number,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "centimos": number,"id"?: never,"usuario_id": string
                  }
                  Update: {
                    "centimos"?: number,"id"?: never,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "saldos_creadores_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"secretos_correo": {
                  Row: {
                    "correo_id": number,"secreto": string
                  }
                  ComputedFields: never
                  Insert: {
                    "correo_id": number,"secreto": string
                  }
                  Update: {
                    "correo_id"?: number,"secreto"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "secretos_correo_correo_id_fkey"
      columns: ["correo_id"]
isOneToOne: true
      referencedRelation: "correos"
      referencedColumns: ["id"]
    }
                  ]
                },"servidores": {
                  Row: {
                    "avisado_at": string | null,"aviso_url": string | null,"clave_final": string,"clave_hash": string,"conectados": NonNullable<Json>,"conectados_at": string | null,"contacto_at": string | null,"created_at": string,"id": string,"identidad": string,"max_jugadores": number | null,"nombre": string,"plataforma": string | null,"plugin": string | null,"prefijo": string,"quitado_at": string | null,"tipo": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avisado_at"?: string | null,"aviso_url"?: string | null,"clave_final": string,"clave_hash": string,"conectados"?: NonNullable<Json>,"conectados_at"?: string | null,"contacto_at"?: string | null,"created_at"?: string,"id"?: string,"identidad": string,"max_jugadores"?: number | null,"nombre": string,"plataforma"?: string | null,"plugin"?: string | null,"prefijo": string,"quitado_at"?: string | null,"tipo": string,"usuario_id": string
                  }
                  Update: {
                    "avisado_at"?: string | null,"aviso_url"?: string | null,"clave_final"?: string,"clave_hash"?: string,"conectados"?: NonNullable<Json>,"conectados_at"?: string | null,"contacto_at"?: string | null,"created_at"?: string,"id"?: string,"identidad"?: string,"max_jugadores"?: number | null,"nombre"?: string,"plataforma"?: string | null,"plugin"?: string | null,"prefijo"?: string,"quitado_at"?: string | null,"tipo"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "servidores_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"sesiones_abiertas": {
                  Row: {
                    "created_at": string,"direccion": string,"navegador": string,"pais": string,"session_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"direccion"?: string,"navegador"?: string,"pais"?: string,"session_id": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"direccion"?: string,"navegador"?: string,"pais"?: string,"session_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sesiones_abiertas_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"sesiones_club": {
                  Row: {
                    "caduca_at": string,"centimos": number,"correo": string | null,"created_at": string,"estado": string,"id": string,"idioma": string,"plan": string,"referencia": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "caduca_at"?: string,"centimos": number,"correo"?: string | null,"created_at"?: string,"estado"?: string,"id"?: string,"idioma": string,"plan": string,"referencia"?: string | null,"user_id": string
                  }
                  Update: {
                    "caduca_at"?: string,"centimos"?: number,"correo"?: string | null,"created_at"?: string,"estado"?: string,"id"?: string,"idioma"?: string,"plan"?: string,"referencia"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sesiones_club_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"sesiones_recuperadas": {
                  Row: {
                    "created_at": string,"session_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"session_id": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"session_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sesiones_recuperadas_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"solicitudes": {
                  Row: {
                    "creador_de_acuerdo": boolean,"creador_id": string | null,"created_at": string,"decidida_por": string | null,"decision": string | null,"estado": string,"id": string,"motivo": string | null,"nombre": string | null,"nombre_en": string | null,"pago_id": string | null,"para": string,"pedido_id": string | null,"reembolso_id": string | null,"tipo": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "creador_de_acuerdo"?: boolean,"creador_id"?: string | null,"created_at"?: string,"decidida_por"?: string | null,"decision"?: string | null,"estado"?: string,"id"?: string,"motivo"?: string | null,"nombre"?: string | null,"nombre_en"?: string | null,"pago_id"?: string | null,"para": string,"pedido_id"?: string | null,"reembolso_id"?: string | null,"tipo": string,"updated_at"?: string,"user_id": string
                  }
                  Update: {
                    "creador_de_acuerdo"?: boolean,"creador_id"?: string | null,"created_at"?: string,"decidida_por"?: string | null,"decision"?: string | null,"estado"?: string,"id"?: string,"motivo"?: string | null,"nombre"?: string | null,"nombre_en"?: string | null,"pago_id"?: string | null,"para"?: string,"pedido_id"?: string | null,"reembolso_id"?: string | null,"tipo"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "solicitudes_creador_id_fkey"
      columns: ["creador_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "solicitudes_decidida_por_fkey"
      columns: ["decidida_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "solicitudes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"sucesos_licencia": {
                  Row: {
                    "adquisicion_id": string | null,"created_at": string,"evento": string,"id": number,"numero": number
                  }
                  ComputedFields: never
                  Insert: {
                    "adquisicion_id"?: string | null,"created_at"?: string,"evento": string,"id"?: never,"numero": number
                  }
                  Update: {
                    "adquisicion_id"?: string | null,"created_at"?: string,"evento"?: string,"id"?: never,"numero"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "sucesos_licencia_adquisicion_id_fkey"
      columns: ["adquisicion_id"]
isOneToOne: false
      referencedRelation: "adquisiciones"
      referencedColumns: ["id"]
    }
                  ]
                },"sucesos_webhook": {
                  Row: {
                    "clave": string,"created_at": string,"datos": NonNullable<Json>,"id": string,"tipo": string,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "clave": string,"created_at"?: string,"datos": NonNullable<Json>,"id"?: string,"tipo": string,"usuario_id": string
                  }
                  Update: {
                    "clave"?: string,"created_at"?: string,"datos"?: NonNullable<Json>,"id"?: string,"tipo"?: string,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sucesos_webhook_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"suscripciones": {
                  Row: {
                    "cambio_hasta": string | null,"cambio_plan": string | null,"created_at": string,"estado": string,"id": string,"pagado_hasta": string,"periodo_fin": string,"periodo_inicio": string,"plan": string,"precio_centimos": number | null,"proveedor": string,"proximo_centimos": number | null,"proximo_desde": string | null,"proximo_plan": string | null,"referencia": string,"terminada_at": string | null,"user_id": string,"visto_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cambio_hasta"?: string | null,"cambio_plan"?: string | null,"created_at"?: string,"estado": string,"id"?: string,"pagado_hasta": string,"periodo_fin": string,"periodo_inicio": string,"plan": string,"precio_centimos"?: number | null,"proveedor"?: string,"proximo_centimos"?: number | null,"proximo_desde"?: string | null,"proximo_plan"?: string | null,"referencia": string,"terminada_at"?: string | null,"user_id": string,"visto_at": string
                  }
                  Update: {
                    "cambio_hasta"?: string | null,"cambio_plan"?: string | null,"created_at"?: string,"estado"?: string,"id"?: string,"pagado_hasta"?: string,"periodo_fin"?: string,"periodo_inicio"?: string,"plan"?: string,"precio_centimos"?: number | null,"proveedor"?: string,"proximo_centimos"?: number | null,"proximo_desde"?: string | null,"proximo_plan"?: string | null,"referencia"?: string,"terminada_at"?: string | null,"user_id"?: string,"visto_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "suscripciones_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                },"suscripciones_historial": {
                  Row: {
                    "created_at": string,"estado": string,"id": number,"periodo_fin": string,"periodo_inicio": string,"suscripcion_id": string,"visto_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"estado": string,"id"?: never,"periodo_fin": string,"periodo_inicio": string,"suscripcion_id": string,"visto_at": string
                  }
                  Update: {
                    "created_at"?: string,"estado"?: string,"id"?: never,"periodo_fin"?: string,"periodo_inicio"?: string,"suscripcion_id"?: string,"visto_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "suscripciones_historial_suscripcion_id_fkey"
      columns: ["suscripcion_id"]
isOneToOne: false
      referencedRelation: "suscripciones"
      referencedColumns: ["id"]
    }
                  ]
                },"textos_busqueda": {
                  Row: {
                    "indice": unknown,"nivel": number,"producto_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "indice": unknown,"nivel"?: number,"producto_id": string
                  }
                  Update: {
                    "indice"?: unknown,"nivel"?: number,"producto_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "textos_busqueda_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: true
      referencedRelation: "fichas_busqueda"
      referencedColumns: ["producto_id"]
    }
                  ]
                },"textos_consentimiento": {
                  Row: {
                    "desde": string,"en": string,"es": string,"version": string
                  }
                  ComputedFields: never
                  Insert: {
                    "desde"?: string,"en": string,"es": string,"version": string
                  }
                  Update: {
                    "desde"?: string,"en"?: string,"es"?: string,"version"?: string
                  }
                  Relationships: [
                    
                  ]
                },"turnos": {
                  Row: {
                    "hasta": string,"quien": string,"trabajo": string
                  }
                  ComputedFields: never
                  Insert: {
                    "hasta": string,"quien": string,"trabajo": string
                  }
                  Update: {
                    "hasta"?: string,"quien"?: string,"trabajo"?: string
                  }
                  Relationships: [
                    
                  ]
                },"ultima_pasada": {
                  Row: {
                    "fallidas": (string)[],"id": number,"terminada_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "fallidas"?: (string)[],"id"?: number,"terminada_at"?: string
                  }
                  Update: {
                    "fallidas"?: (string)[],"id"?: number,"terminada_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"usuarios_meta": {
                  Row: {
                    "avatar_url": string,"ban_motivo": string | null,"banned_until": string | null,"banner_url": string,"bio": string,"borrada_at": string | null,"club": boolean,"created_at": string,"display_name": string,"elige_nombre": boolean,"enlaces": (string)[],"esqueleto": string,"id": string,"idioma": string,"infracciones": number,"reputacion": string,"role": string,"subscription_id": string | null,"ultima_infraccion": string | null,"uncoins": number,"username": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_url"?: string,"ban_motivo"?: string | null,"banned_until"?: string | null,"banner_url"?: string,"bio"?: string,"borrada_at"?: string | null,"club"?: boolean,"created_at"?: string,"display_name": string,"elige_nombre"?: boolean,"enlaces"?: (string)[],"esqueleto": string,"id": string,"idioma"?: string,"infracciones"?: number,"reputacion"?: string,"role"?: string,"subscription_id"?: string | null,"ultima_infraccion"?: string | null,"uncoins"?: number,"username": string
                  }
                  Update: {
                    "avatar_url"?: string,"ban_motivo"?: string | null,"banned_until"?: string | null,"banner_url"?: string,"bio"?: string,"borrada_at"?: string | null,"club"?: boolean,"created_at"?: string,"display_name"?: string,"elige_nombre"?: boolean,"enlaces"?: (string)[],"esqueleto"?: string,"id"?: string,"idioma"?: string,"infracciones"?: number,"reputacion"?: string,"role"?: string,"subscription_id"?: string | null,"ultima_infraccion"?: string | null,"uncoins"?: number,"username"?: string
                  }
                  Relationships: [
                    
                  ]
                },"versiones_producto": {
                  Row: {
                    "compatibles": (string)[],"created_at": string,"id": string,"novedades": string,"novedades_en": string | null,"producto_id": string,"revision_id": string | null,"version": string
                  }
                  ComputedFields: never
                  Insert: {
                    "compatibles"?: (string)[],"created_at"?: string,"id"?: string,"novedades"?: string,"novedades_en"?: string | null,"producto_id": string,"revision_id"?: string | null,"version": string
                  }
                  Update: {
                    "compatibles"?: (string)[],"created_at"?: string,"id"?: string,"novedades"?: string,"novedades_en"?: string | null,"producto_id"?: string,"revision_id"?: string | null,"version"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "versiones_producto_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "versiones_producto_revision_id_fkey"
      columns: ["revision_id"]
isOneToOne: true
      referencedRelation: "revisiones_producto"
      referencedColumns: ["id"]
    }
                  ]
                },"visitas_producto": {
                  Row: {
                    "dia": string,"fuente": string | null,"producto_id": string,"visitante": string
                  }
                  ComputedFields: never
                  Insert: {
                    "dia"?: string,"fuente"?: string | null,"producto_id": string,"visitante": string
                  }
                  Update: {
                    "dia"?: string,"fuente"?: string | null,"producto_id"?: string,"visitante"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "visitas_producto_producto_id_fkey"
      columns: ["producto_id"]
isOneToOne: false
      referencedRelation: "productos"
      referencedColumns: ["id"]
    }
                  ]
                },"withdrawals": {
                  Row: {
                    "amount": number,"atendido_at": string | null,"clave": string | null,"created_at": string,"enviado_at": string | null,"espera": string | null,"espera_hasta": string | null,"estado": string,"id": string,"intentos": number,"lote": string | null,"motivo": string | null,"pagado_at": string | null,"paypal_email": string,"preguntado_at": string | null,"referencia": string | null,"resuelto_at": string | null,"resuelto_por": string | null,"usuario_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"atendido_at"?: string | null,"clave"?: string | null,"created_at"?: string,"enviado_at"?: string | null,"espera"?: string | null,"espera_hasta"?: string | null,"estado"?: string,"id"?: string,"intentos"?: number,"lote"?: string | null,"motivo"?: string | null,"pagado_at"?: string | null,"paypal_email": string,"preguntado_at"?: string | null,"referencia"?: string | null,"resuelto_at"?: string | null,"resuelto_por"?: string | null,"usuario_id": string
                  }
                  Update: {
                    "amount"?: number,"atendido_at"?: string | null,"clave"?: string | null,"created_at"?: string,"enviado_at"?: string | null,"espera"?: string | null,"espera_hasta"?: string | null,"estado"?: string,"id"?: string,"intentos"?: number,"lote"?: string | null,"motivo"?: string | null,"pagado_at"?: string | null,"paypal_email"?: string,"preguntado_at"?: string | null,"referencia"?: string | null,"resuelto_at"?: string | null,"resuelto_por"?: string | null,"usuario_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "withdrawals_resuelto_por_fkey"
      columns: ["resuelto_por"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "withdrawals_usuario_id_fkey"
      columns: ["usuario_id"]
isOneToOne: false
      referencedRelation: "usuarios_meta"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            "abrir_caso":
{ Args: { "p_clave": string,"p_datos": Json,"p_pago": string,"p_tipo": string }; Returns: undefined
                           },
"abrir_regalo":
{ Args: { "p_minecraft_name": string,"p_pago": string }; Returns: Json
                           },
"abrir_sesion_club":
{ Args: { "p_idioma": string,"p_plan": string }; Returns: Json
                           },
"abrir_solicitud":
{ Args: { "p_motivo": string,"p_pago": string,"p_para": string,"p_pedido": string,"p_texto": string,"p_tipo": string }; Returns: Json
                           },
"acciones_de_producto":
{ Args: { "p_producto": string }; Returns: Json
                           },
"aclarar_pagos":
{ Args: { "p_pagos": (string)[] }; Returns: undefined
                           },
"aclarar_retiro":
{ Args: { "p_nota": string,"p_pagado": boolean,"p_referencia": string,"p_retiro": string }; Returns: Json
                           },
"actuar_en_reporte":
{ Args: { "p_hasta": string,"p_medidas": (string)[],"p_motivo": string,"p_reporte": string }; Returns: Json
                           },
"acusar_ordenes":
{ Args: { "p_clave": string,"p_contacto": Json,"p_resultados": Json,"p_tipo": string }; Returns: Json
                           },
"admin_actos":
{ Args: { "p_id": string,"p_tipo": string }; Returns: Json
                           },
"admin_anuncios":
{ Args: { "p_antes"?: number }; Returns: Json
                           },
"admin_anuncios_en":
{ Args: { "p_momento"?: string }; Returns: Json
                           },
"admin_borrar_anuncio":
{ Args: { "p_id": number }; Returns: Json
                           },
"admin_borrar_cupon":
{ Args: { "p_cupon": string }; Returns: Json
                           },
"admin_comprobaciones":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_comprobar":
{ Args: { "p_nombre": string }; Returns: Json
                           },
"admin_consultas_lentas":
{ Args: { "p_orden": string }; Returns: Json
                           },
"admin_destacados":
{ Args: { "p_momento"?: string }; Returns: Json
                           },
"admin_destacar":
{ Args: { "p_desde": string,"p_hasta": string,"p_slug": string }; Returns: Json
                           },
"admin_detener_anuncio":
{ Args: { "p_id": number }; Returns: Json
                           },
"admin_devoluciones":
{ Args: { "p_antes"?: string,"p_antes_id"?: string }; Returns: Json
                           },
"admin_disputa":
{ Args: { "p_disputa": string }; Returns: Json
                           },
"admin_disputas":
{ Args: { "p_antes"?: string,"p_antes_id"?: string,"p_cerradas": boolean }; Returns: Json
                           },
"admin_generar_codigos":
{ Args: { "p_cuantos": number,"p_edicion": string,"p_producto": string }; Returns: Json
                           },
"admin_guardar_anuncio":
{ Args: { "p_datos": Json,"p_id": number,"p_version": number }; Returns: Json
                           },
"admin_guardar_cupon":
{ Args: { "p_ambito"?: string,"p_caduca_at": string,"p_categoria"?: string,"p_centimos"?: number,"p_codigo": string,"p_cupon": string,"p_desde"?: string,"p_minimo_centimos"?: number,"p_porcentaje": number,"p_primera_compra"?: boolean,"p_producto": string,"p_usos_max": number,"p_usos_por_usuario": number,"p_vendedor"?: string }; Returns: Json
                           },
"admin_listar":
{ Args: { "p_filtros": Json,"p_lista": string }; Returns: Json
                           },
"admin_oferta_fija":
{ Args: { "p_producto": string }; Returns: number
                           },
"admin_ordenar_destacados":
{ Args: { "p_base": (string)[],"p_productos": (string)[] }; Returns: Json
                           },
"admin_pendientes":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_publicar_anuncio":
{ Args: { "p_id": number,"p_version": number }; Returns: Json
                           },
"admin_quitar_destacado":
{ Args: { "p_producto": string }; Returns: Json
                           },
"admin_quitar_segundo_factor":
{ Args: { "p_motivo": string,"p_usuario": string }; Returns: Json
                           },
"admin_resumen":
{ Args: { "p_dias": number }; Returns: Json
                           },
"admin_retiro":
{ Args: { "p_retiro": string }; Returns: Json
                           },
"admin_saldo":
{ Args: { "p_usuario": string }; Returns: Json
                           },
"admin_segundo_factor":
{ Args: { "p_usuario": string }; Returns: Json
                           },
"admin_usuario":
{ Args: { "p_usuario": string }; Returns: Json
                           },
"admitir_dominios":
{ Args: { "p_dominios": (string)[] }; Returns: number
                           },
"agradecer_respuesta":
{ Args: { "p_gracias": boolean,"p_pregunta": string }; Returns: Json
                           },
"ajustar_licencias":
{ Args: { "p_activa": boolean,"p_maximo": number,"p_producto": string }; Returns: Json
                           },
"anadir_prueba":
{ Args: { "p_bytes": number,"p_clase": string,"p_disputa": string,"p_nombre": string,"p_nota": string,"p_tipo": string }; Returns: Json
                           },
"analisis_conocido":
{ Args: { "p_firmas": string,"p_ruta": string }; Returns: Json
                           },
"anotar_analisis":
{ Args: { "p_firmas": string,"p_hallazgo": string,"p_huella": string,"p_resultado": string,"p_ruta": string }; Returns: Json
                           },
"anotar_analisis_fallido":
{ Args: { "p_ruta": string }; Returns: undefined
                           },
"anotar_correo_sin_pedir":
{ Args: { "p_codigo": string,"p_sello": string }; Returns: undefined
                           },
"anotar_huella":
{ Args: { "p_bytes": number,"p_huella": string,"p_nombre"?: string,"p_ruta": string }; Returns: Json
                           },
"anotar_lote":
{ Args: { "p_lote": string,"p_retiro": string }; Returns: undefined
                           },
"anotar_pasada":
{ Args: { "p_fallidas": (string)[] }; Returns: undefined
                           },
"anotar_procedencia":
{ Args: { "p_etiqueta"?: string,"p_fuente": string,"p_pago": string }; Returns: Json
                           },
"anotar_registro":
{ Args: { "p_anterior": string,"p_contrasena": string,"p_correo": string,"p_idioma": string,"p_navegador": string,"p_sello": string,"p_usuario": string }; Returns: Json
                           },
"anotar_repaso":
{ Args: { "p_hallado": Json,"p_nombre": string }; Returns: number
                           },
"anotar_reversiones":
{ Args: { "p_hechos": Json,"p_pago"?: string,"p_proveedor": string,"p_referencia": string }; Returns: Json
                           },
"anotar_sesion":
{ Args: { "p_direccion": string,"p_navegador": string,"p_pais"?: string }; Returns: undefined
                           },
"anotar_sin_respuesta":
{ Args: { "p_pago": string }; Returns: undefined
                           },
"antes_de_borrar":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"antes_de_peticion":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"anunciar_ventas":
{ Args: { "p_pago"?: string }; Returns: number
                           },
"apelar":
{ Args: { "p_texto": string }; Returns: Json
                           },
"apelar_medida":
{ Args: { "p_medida": string,"p_texto": string }; Returns: Json
                           },
"api_v1":
{ Args: { "p_clave"?: string,"p_datos"?: Json,"p_huella"?: string,"p_llave": string,"p_operacion": string }; Returns: Json
                           },
"aplicar_suscripcion":
{ Args: { "p_cambio_hasta"?: string,"p_cambio_plan"?: string,"p_cargos"?: Json,"p_estado": string,"p_periodo_fin": string,"p_periodo_inicio": string,"p_plan": string,"p_precio_centimos"?: number,"p_proximo_centimos"?: number,"p_proximo_desde"?: string,"p_proximo_plan"?: string,"p_referencia": string,"p_usuario": string,"p_visto_at": string }; Returns: Json
                           },
"apoyar_reembolso":
{ Args: { "p_solicitud": string }; Returns: Json
                           },
"archivar_producto":
{ Args: { "p_archivar": boolean,"p_borrador"?: string,"p_contenido"?: Json,"p_producto": string }; Returns: Json
                           },
"archivos_marcados_de":
{ Args: { "p_producto": string }; Returns: Json
                           },
"archivos_por_analizar":
{ Args: { "p_cuantos": number,"p_firmas": string }; Returns: string[]
                           },
"archivos_retirados":
{ Args: { "p_cuantos"?: number }; Returns: string[]
                           },
"asegurar_cuenta":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"asignar_reporte":
{ Args: { "p_a": string,"p_reporte": string,"p_tenia": string }; Returns: Json
                           },
"asignar_revision":
{ Args: { "p_a": string,"p_revision": string,"p_tenia": string }; Returns: Json
                           },
"avisar_existencias":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"avisar_favoritos":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"avisar_marca_fallida":
{ Args: { "p_adquisicion": string,"p_motivo": string,"p_sello": string }; Returns: Json
                           },
"avisar_publicaciones":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"avisar_regalo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"avisar_registro_repetido":
{ Args: { "p_correo": string,"p_sello": string,"p_volver": string }; Returns: undefined
                           },
"avisar_renovaciones_club":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"avisar_reservas":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"avisar_servidores_mudos":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"avisarme":
{ Args: { "p_producto": string,"p_quiero": boolean }; Returns: Json
                           },
"ayuda_de_compra":
{ Args: { "p_pago": string,"p_pedido": string }; Returns: Json
                           },
"borrar_borrador":
{ Args: { "p_id": string,"p_version"?: number }; Returns: Json
                           },
"borrar_cuenta":
{ Args: { "p_email": string,"p_motivo": string,"p_usuario"?: string }; Returns: Json
                           },
"borrar_mi_cuenta":
{ Args: { "p_contrasena": string }; Returns: Json
                           },
"borrar_pregunta":
{ Args: { "p_pregunta": string }; Returns: Json
                           },
"borrar_publicacion":
{ Args: { "p_id": string }; Returns: Json
                           },
"borrar_resena":
{ Args: { "p_producto": string }; Returns: Json
                           },
"borrar_sin_confirmar":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"bundles_en_venta":
{ Args: { "p_producto": string }; Returns: (string)[]
                           },
"buscar_copia":
{ Args: { "p_claves": (string)[],"p_marcas": (string)[] }; Returns: Json
                           },
"buscar_destinatarios":
{ Args: { "p_texto": string }; Returns: {
              "avatar_url": string,"display_name": string,"id": string,"username": string
            }[]
                           },
"buscar_productos":
{ Args: { "p_categoria"?: string,"p_club"?: boolean,"p_cursor"?: string,"p_genero"?: string,"p_gratis"?: boolean,"p_limite"?: number,"p_oferta"?: boolean,"p_orden"?: string,"p_precio_max"?: number,"p_texto"?: string,"p_version"?: string }; Returns: {
              "category": string,"club_only": boolean,"compatibles": (string)[],"compradores": number,"cursor": string,"fecha_lanzamiento": string,"id": string,"minimo_30_dias": number,"nombre": string,"nombre_en": string,"oferta": number,"portada_blur": string,"portada_url": string,"precio": number,"reserva": boolean,"slug": string,"usuarios_meta": Json,"valoracion_media": number,"valoraciones": number
            }[]
                           },
"caducar_ordenes":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"caducar_pagos_sin_referencia":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"caducar_regalo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"cambiar_ajuste":
{ Args: { "p_ajuste": string,"p_valor": boolean }; Returns: Json
                           },
"cambiar_precios":
{ Args: { "p_ediciones": Json,"p_oferta": number,"p_precio": number,"p_producto": string }; Returns: Json
                           },
"cambiar_reputacion":
{ Args: { "p_motivo": string,"p_reputacion": string,"p_usuario": string }; Returns: Json
                           },
"cambiar_rol":
{ Args: { "p_motivo"?: string,"p_rol": string,"p_usuario": string }; Returns: Json
                           },
"cambiar_servidor":
{ Args: { "p_aviso_url"?: string,"p_identidad": string,"p_nombre": string,"p_prefijo": string,"p_servidor": string }; Returns: Json
                           },
"cambiar_webhook":
{ Args: { "p_temas": (string)[],"p_url": string,"p_webhook": string }; Returns: Json
                           },
"cambios_del_equipo":
{ Args: { "p_producto": string }; Returns: Json
                           },
"cancelaciones_club_pendientes":
{ Args: { "p_referencia"?: string }; Returns: Json
                           },
"cancelar_compra":
{ Args: { "p_pago": string }; Returns: Json
                           },
"cancelar_envio":
{ Args: { "p_borrador": string,"p_contenido": Json,"p_producto": string }; Returns: Json
                           },
"cancelar_oferta":
{ Args: { "p_oferta": string }; Returns: Json
                           },
"cancelar_retiro":
{ Args: { "p_retiro": string }; Returns: Json
                           },
"canjear_codigo":
{ Args: { "p_codigo": string,"p_minecraft_name": string }; Returns: Json
                           },
"cargos_club_asentados":
{ Args: { "p_referencia": string }; Returns: Json
                           },
"cerrar_cancelacion_club":
{ Args: { "p_error"?: string,"p_id": number }; Returns: undefined
                           },
"cerrar_correo":
{ Args: { "p_error"?: string,"p_id": number }; Returns: undefined
                           },
"cerrar_dias":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"cerrar_envio":
{ Args: { "p_entero": boolean,"p_ordenes": (string)[],"p_servidor": string }; Returns: number
                           },
"cerrar_envio_webhook":
{ Args: { "p_arriendo": string,"p_codigo": number,"p_entregado": boolean,"p_envio": number,"p_error": string,"p_espera"?: number,"p_ms": number }; Returns: string
                           },
"cerrar_evento":
{ Args: { "p_evento_id": string,"p_proveedor": string }; Returns: undefined
                           },
"cerrar_pago":
{ Args: { "p_estado": string,"p_pago"?: string,"p_proveedor": string,"p_rechazos"?: number,"p_referencia": string }; Returns: Json
                           },
"cerrar_respuesta":
{ Args: { "p_disputa": string,"p_error": string }; Returns: undefined
                           },
"cerrar_restauracion":
{ Args: { "p_hasta": number }; Returns: undefined
                           },
"cerrar_retiro":
{ Args: { "p_espera"?: string,"p_estado": string,"p_momento"?: string,"p_motivo": string,"p_referencia": string,"p_retiro": string }; Returns: Json
                           },
"cerrar_sesion_club":
{ Args: { "p_sesion": string }; Returns: undefined
                           },
"cerrar_solicitud":
{ Args: { "p_solicitud": string }; Returns: Json
                           },
"clave_de_sellos":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"claves_de_firma":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"clubs_por_mirar":
{ Args: Record<PropertyKey, never>; Returns: {
              "referencia": string
            }[]
                           },
"cola_revision":
{ Args: { "p_filtros": Json }; Returns: Json
                           },
"comentar_revision":
{ Args: { "p_producto": string,"p_texto": string }; Returns: Json
                           },
"compra_de_prueba":
{ Args: { "p_edicion": string,"p_jugador": string,"p_producto": string,"p_servidor"?: string }; Returns: Json
                           },
"conceder_uncoins_club":
{ Args: { "p_usuario"?: string }; Returns: number
                           },
"contar_productos":
{ Args: { "p_categoria"?: string,"p_club"?: boolean,"p_genero"?: string,"p_gratis"?: boolean,"p_oferta"?: boolean,"p_precio_max"?: number,"p_texto"?: string,"p_version"?: string }; Returns: number
                           },
"contar_relacionados":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"contenido_producto":
{ Args: { "p_slug": string }; Returns: Json
                           },
"cotizar_compra":
{ Args: { "p_bundle"?: string,"p_cupon"?: string,"p_destinatario"?: string,"p_edicion"?: string,"p_metodo"?: string,"p_producto": string }; Returns: Json
                           },
"crear_codigos_recuperacion":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"crear_cupon":
{ Args: { "p_centimos": number,"p_codigo": string,"p_desde": string,"p_hasta": string,"p_minimo_centimos": number,"p_porcentaje": number,"p_producto": string,"p_usos_max": number,"p_usos_por_usuario": number }; Returns: Json
                           },
"crear_llave":
{ Args: { "p_ambitos": (string)[],"p_dias": number,"p_llave": string,"p_nombre": string,"p_pista": string }; Returns: Json
                           },
"crear_packs":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"crear_pago":
{ Args: { "p_bundle": string,"p_clave": string,"p_consentimiento"?: string,"p_cupon": string,"p_destinatario": string,"p_edicion": string,"p_metodo": string,"p_minecraft_name": string,"p_producto": string,"p_total"?: number }; Returns: Json
                           },
"crear_producto":
{ Args: { "p_contenido": Json,"p_slug": string }; Returns: Json
                           },
"crear_regalo":
{ Args: { "p_bundle": string,"p_clave": string,"p_consentimiento"?: string,"p_correo"?: string,"p_cupon": string,"p_destinatario": string,"p_edicion": string,"p_fecha_entrega": string,"p_huella"?: string,"p_mensaje": string,"p_metodo": string,"p_producto": string,"p_serie"?: string,"p_total"?: number }; Returns: Json
                           },
"crear_servidor":
{ Args: { "p_aviso_url"?: string,"p_identidad": string,"p_nombre": string,"p_prefijo": string,"p_tipo": string }; Returns: Json
                           },
"crear_webhook":
{ Args: { "p_temas": (string)[],"p_url": string }; Returns: Json
                           },
"cuarentenas_por_mostrar":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"datos_pedido":
{ Args: { "p_pedido": string }; Returns: Json
                           },
"datos_recibo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"datos_regalo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"decidir_reembolso":
{ Args: { "p_acepta": boolean,"p_centimos"?: number,"p_solicitud": string,"p_texto": string }; Returns: Json
                           },
"decidir_revision":
{ Args: { "p_aprobar": boolean,"p_huella": string,"p_motivos": (string)[],"p_nota": string,"p_revision": string }; Returns: Json
                           },
"dejar_correos":
{ Args: { "p_sello": string,"p_tipo": string,"p_usuario": string }; Returns: Json
                           },
"dejar_turno":
{ Args: { "p_quien": string,"p_trabajo": string }; Returns: undefined
                           },
"descartar_pregunta":
{ Args: { "p_descartada": boolean,"p_pregunta": string }; Returns: Json
                           },
"deshacer_prueba":
{ Args: { "p_prueba": number }; Returns: Json
                           },
"destacados_ahora":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"destacados_por_mostrar":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"detalle_pedidos":
{ Args: { "p_pedidos": (string)[] }; Returns: Json
                           },
"diagnosticar":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"editar_productos":
{ Args: { "p_cambio": Json,"p_clave": string,"p_huellas": Json }; Returns: Json
                           },
"elegir_nombre":
{ Args: { "p_idioma": string,"p_navegador"?: string,"p_usuario": string }; Returns: Json
                           },
"elegir_servidor":
{ Args: { "p_pedido": string,"p_servidor": string }; Returns: Json
                           },
"emitir_factura":
{ Args: { "p_id": string,"p_rectificativa"?: boolean }; Returns: Json
                           },
"emitir_factura_pendiente":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"enlace_descarga":
{ Args: { "p_adquisicion": string }; Returns: Json
                           },
"entregar_pago":
{ Args: { "p_confirmado_at"?: string,"p_importe_centimos": number,"p_moneda": string,"p_pago"?: string,"p_proveedor": string,"p_referencia": string }; Returns: Json
                           },
"entregar_regalo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"entregas_de_pedido":
{ Args: { "p_pedido": string }; Returns: Json
                           },
"enviar_regalos_por_correo":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"enviar_respuesta":
{ Args: { "p_archivos"?: (string)[],"p_disputa": string,"p_texto": string }; Returns: Json
                           },
"escribir_anuncios":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"escribir_resena":
{ Args: { "p_estrellas": number,"p_producto": string,"p_texto": string }; Returns: Json
                           },
"estado_descarga":
{ Args: { "p_adquisicion": string }; Returns: string
                           },
"estado_revision":
{ Args: { "p_producto": string }; Returns: Json
                           },
"eventos_sin_tratar":
{ Args: { "p_eventos": (string)[],"p_proveedor": string }; Returns: Json
                           },
"fijar_productos":
{ Args: { "p_productos": (string)[] }; Returns: Json
                           },
"filtros_catalogo":
{ Args: { "p_categoria"?: string }; Returns: {
              "productos": number,"tipo": string,"valor": string
            }[]
                           },
"fin_de_club":
{ Args: Record<PropertyKey, never>; Returns: {
              "centimos": number,"nombre": string,"nombre_en": string,"producto_id": string,"slug": string
            }[]
                           },
"guardar_accion":
{ Args: { "p_accion": Json,"p_producto": string,"p_sustituye"?: string }; Returns: Json
                           },
"guardar_ajustes":
{ Args: { "p_base": Json,"p_cambios": Json,"p_motivo": string }; Returns: Json
                           },
"guardar_borrador":
{ Args: { "p_contenido": Json,"p_id": string,"p_producto": string,"p_version": number }; Returns: Json
                           },
"guardar_contenido":
{ Args: { "p_base": Json,"p_cambios": Json,"p_motivo": string,"p_producto": string }; Returns: Json
                           },
"guardar_cupon":
{ Args: { "p_base": Json,"p_cambios": Json,"p_cupon": string }; Returns: Json
                           },
"guardar_enlaces":
{ Args: { "p_enlaces": (string)[] }; Returns: Json
                           },
"guardar_perfil":
{ Args: { "p_base": Json,"p_cambios": Json }; Returns: Json
                           },
"guardar_preferencias":
{ Args: { "p_anuncios"?: boolean,"p_cada_venta"?: boolean,"p_favoritos"?: boolean,"p_preguntas"?: boolean,"p_producto_nuevo"?: boolean,"p_publicaciones"?: boolean,"p_resenas"?: boolean,"p_resumen"?: boolean,"p_version_nueva"?: boolean }; Returns: Json
                           },
"guardar_producto":
{ Args: { "p_base": Json,"p_cambios": Json,"p_motivo"?: string,"p_producto": string }; Returns: Json
                           },
"guardar_publicacion":
{ Args: { "p_datos": Json,"p_id": string,"p_publicar": boolean,"p_version": number }; Returns: Json
                           },
"guardar_respuesta":
{ Args: { "p_base": string,"p_disputa": string,"p_texto": string }; Returns: Json
                           },
"guardar_usuario":
{ Args: { "p_base": Json,"p_cambios": Json,"p_motivo": string,"p_usuario": string }; Returns: Json
                           },
"ha_llegado":
{ Args: { "p_ruta": string }; Returns: boolean
                           },
"id_de_producto":
{ Args: { "p_slug": string }; Returns: string
                           },
"ids_en_cuarentena":
{ Args: { "p_producto": string }; Returns: (string)[]
                           },
"imagenes_retiradas":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"juzgar_archivo":
{ Args: { "p_huella": string,"p_motivo": string,"p_prohibido": boolean }; Returns: Json
                           },
"lanzar_reservas_al_juego":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"levantar_veto":
{ Args: { "p_motivo": string,"p_usuario": string }; Returns: Json
                           },
"liberar_activacion":
{ Args: { "p_activacion": string }; Returns: Json
                           },
"libros_por_repasar":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"licencia_v1":
{ Args: { "p_accion": string,"p_clave": string,"p_nombre": string,"p_producto": string }; Returns: Json
                           },
"listar_reportes":
{ Args: { "p_abiertos": boolean,"p_pagina": number }; Returns: Json
                           },
"listar_solicitudes":
{ Args: { "p_como": string,"p_estado": string,"p_pagina": number }; Returns: Json
                           },
"mapa_de_creadores":
{ Args: { "p_desde": string,"p_hasta": string }; Returns: Json
                           },
"mapa_de_preguntas":
{ Args: { "p_desde": string,"p_hasta": string }; Returns: Json
                           },
"mapa_de_productos":
{ Args: { "p_desde": string,"p_hasta": string }; Returns: Json
                           },
"mapa_de_publicaciones":
{ Args: { "p_desde": string,"p_hasta": string }; Returns: Json
                           },
"marcar_archivo":
{ Args: { "p_edicion": string,"p_marcado": boolean,"p_producto": string }; Returns: Json
                           },
"marcar_avisos_leidos":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"marcar_descarga":
{ Args: { "p_adquisicion": string,"p_ruta": string }; Returns: Json
                           },
"mensajes_de_revision":
{ Args: { "p_producto": string }; Returns: Json
                           },
"mi_ahorro_club":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mi_biblioteca":
{ Args: { "p_antes"?: string,"p_antes_at"?: string,"p_limite"?: number }; Returns: Json
                           },
"mi_cola":
{ Args: { "p_antes"?: number,"p_estado"?: string,"p_limite"?: number,"p_servidor"?: string }; Returns: Json
                           },
"mi_extracto":
{ Args: { "p_desde": string,"p_hasta": string }; Returns: Json
                           },
"mi_licencia":
{ Args: { "p_pedido": string }; Returns: Json
                           },
"mi_moderacion":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mi_nombre_de_jugador":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"mi_panel":
{ Args: { "p_dias": number }; Returns: Json
                           },
"mi_panel_pagina":
{ Args: { "p_baja"?: boolean,"p_despues"?: number,"p_dias": number,"p_estado"?: string,"p_ingles"?: boolean,"p_limite"?: number,"p_orden"?: string }; Returns: Json
                           },
"mi_regalo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"mi_relacion":
{ Args: { "p_adquiridos"?: (string)[],"p_favoritos"?: (string)[],"p_siguiendo"?: (string)[] }; Returns: Json
                           },
"mi_reputacion":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mi_saldo":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mi_venta":
{ Args: { "p_pedido": string }; Returns: Json
                           },
"mis_anuncios":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_archivos_marcados":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_codigos_recuperacion":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_cupones":
{ Args: Record<PropertyKey, never>; Returns: {
              "caduca_at": string,"codigo": string,"created_at": string,"descuento_centimos": number,"desde_at": string,"id": string,"minimo_centimos": number,"parado_at": string,"percent_discount": number,"producto": string,"regalado_centimos": number,"retenidos": number,"slug": string,"usos": number,"usos_max": number,"usos_por_usuario": number,"vendido_centimos": number
            }[]
                           },
"mis_datos":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_descargas":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_envios_webhook":
{ Args: { "p_antes"?: number,"p_estado"?: string,"p_limite"?: number,"p_webhook"?: string }; Returns: Json
                           },
"mis_fijados":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_fuentes":
{ Args: { "p_dias": number }; Returns: Json
                           },
"mis_gracias":
{ Args: { "p_producto": string }; Returns: Json
                           },
"mis_licencias":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_llaves":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_movimientos":
{ Args: { "p_desde": string,"p_hasta": string,"p_limite"?: number }; Returns: {
              "centimos": number,"concepto": string,"created_at": string,"id": number,"pedido": string,"producto": string,"producto_en": string,"retiro": string,"retiro_estado": string
            }[]
                           },
"mis_preguntas":
{ Args: { "p_pagina"?: number }; Returns: Json
                           },
"mis_procedencias":
{ Args: { "p_desde"?: string,"p_hasta"?: string,"p_producto"?: string }; Returns: Json
                           },
"mis_productos_para":
{ Args: { "p_elegidos"?: (string)[],"p_ingles"?: boolean,"p_para": string,"p_sin"?: string,"p_texto"?: string }; Returns: Json
                           },
"mis_publicaciones":
{ Args: { "p_pagina"?: number }; Returns: Json
                           },
"mis_regalos_sin_entregar":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_resenas":
{ Args: { "p_antes"?: string,"p_antes_at"?: string,"p_limite"?: number,"p_pendientes": boolean,"p_resena"?: string }; Returns: Json
                           },
"mis_servidores":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_sesiones":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"mis_ventas":
{ Args: { "p_antes"?: number,"p_antes_at"?: string,"p_descuento"?: string,"p_desde"?: string,"p_estado"?: string,"p_hasta"?: string,"p_limite"?: number,"p_producto"?: string }; Returns: Json
                           },
"mis_ventas_totales":
{ Args: { "p_descuento"?: string,"p_desde"?: string,"p_estado"?: string,"p_hasta"?: string,"p_producto"?: string }; Returns: Json
                           },
"mis_webhooks":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"moderadores":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"moderar_pregunta":
{ Args: { "p_motivo": string,"p_oculta": boolean,"p_parte": string,"p_pregunta": string }; Returns: Json
                           },
"moderar_publicacion":
{ Args: { "p_id": string,"p_motivo": string,"p_oculta": boolean }; Returns: Json
                           },
"moderar_resena":
{ Args: { "p_motivo": string,"p_oculta": boolean,"p_resena": string }; Returns: Json
                           },
"motivo_no_cobro":
{ Args: { "p_importe_centimos": number,"p_moneda": string,"p_proveedor": string,"p_referencia": string }; Returns: Json
                           },
"nombrar_admin":
{ Args: { "p_email": string }; Returns: Json
                           },
"nombre_por_elegir":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"ofertas_actuales":
{ Args: { "p_limite"?: number }; Returns: {
              "id": string,"minimo": number
            }[]
                           },
"ofertas_por_mostrar":
{ Args: Record<PropertyKey, never>; Returns: {
              "producto_id": string,"slug": string
            }[]
                           },
"olvidar_archivos":
{ Args: { "p_rutas": (string)[] }; Returns: undefined
                           },
"olvidar_imagenes":
{ Args: { "p_rutas": (string)[] }; Returns: undefined
                           },
"olvidar_intentos":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"olvidar_palabras":
{ Args: { "p_despues": string,"p_hasta": string,"p_limite": number }; Returns: Json
                           },
"olvidar_pruebas":
{ Args: { "p_rutas": (string)[] }; Returns: undefined
                           },
"olvidar_subida":
{ Args: { "p_ruta": string }; Returns: Json
                           },
"olvidar_webhooks":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"pagina_de_pago":
{ Args: { "p_bundle"?: string,"p_cupon"?: string,"p_destinatario"?: string,"p_edicion"?: string,"p_metodos"?: (string)[],"p_slug": string }; Returns: Json
                           },
"pagos_aprobados_de_nuevo":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"id": string,"pendiente_at": string,"proveedor": string,"referencia": string
            }[]
                           },
"pagos_por_revisar":
{ Args: { "p_limite"?: number }; Returns: {
              "id": string,"proveedor": string,"referencia": string
            }[]
                           },
"pagos_sin_objeto":
{ Args: Record<PropertyKey, never>; Returns: {
              "proveedor": string,"referencia": string
            }[]
                           },
"parar_cupon":
{ Args: { "p_cupon": string }; Returns: Json
                           },
"pausar_webhook":
{ Args: { "p_pausar": boolean,"p_webhook": string }; Returns: Json
                           },
"pedir_cambios":
{ Args: { "p_huella": string,"p_motivos": (string)[],"p_revision": string,"p_texto": string }; Returns: Json
                           },
"pedir_reembolso":
{ Args: { "p_motivo": string,"p_pago": string }; Returns: Json
                           },
"pedir_reembolso_parcial":
{ Args: { "p_centimos": number,"p_clave": string,"p_motivo": string,"p_pago": string }; Returns: Json
                           },
"pedir_reenvio":
{ Args: { "p_pedido": string,"p_servidor": string }; Returns: Json
                           },
"pedir_retiro":
{ Args: { "p_centimos": number,"p_clave": string,"p_contrasena"?: string,"p_paypal_email": string }; Returns: Json
                           },
"permitir_cambio_correo":
{ Args: { "p_contrasena": string }; Returns: Json
                           },
"permitir_imagen":
{ Args: { "p_alto": number,"p_ancho": number,"p_blur": string,"p_bytes": number,"p_ruta": string,"p_sello": string }; Returns: Json
                           },
"permitir_segundo_factor":
{ Args: { "p_contrasena": string }; Returns: Json
                           },
"permitir_subida":
{ Args: { "p_bytes": number,"p_nombre": string }; Returns: Json
                           },
"persona_llamada":
{ Args: { "p_usuario": string }; Returns: {
              "avatar_url": string,"display_name": string,"id": string,"username": string
            }[]
                           },
"plan_club_por_cambiar":
{ Args: { "p_plan": string }; Returns: Json
                           },
"plegar_cifras":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"plegar_saldos":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"precios_minimos":
{ Args: { "p_producto": string }; Returns: {
              "edicion_id": string,"importe": number
            }[]
                           },
"preguntar":
{ Args: { "p_producto": string,"p_texto": string }; Returns: Json
                           },
"preguntar_en_reporte":
{ Args: { "p_reporte": string,"p_texto": string }; Returns: Json
                           },
"preguntas_recibidas":
{ Args: { "p_pagina"?: number,"p_que": string }; Returns: Json
                           },
"preparar_envio":
{ Args: { "p_retiro": string }; Returns: Json
                           },
"previsualizar_productos":
{ Args: { "p_cambio": Json,"p_productos": (string)[] }; Returns: Json
                           },
"probar_contrasena":
{ Args: { "p_contrasena": string }; Returns: Json
                           },
"probar_servidor":
{ Args: { "p_servidor": string }; Returns: Json
                           },
"probar_webhook":
{ Args: { "p_webhook": string }; Returns: Json
                           },
"productos_con_acciones":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"productos_en_venta":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"productos_para_publicar":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"programar_oferta":
{ Args: { "p_descripcion": string,"p_descripcion_en": string,"p_desde": string,"p_edicion": string,"p_hasta": string,"p_precio": number,"p_producto": string }; Returns: Json
                           },
"proponer_cambios":
{ Args: { "p_contenido": Json,"p_producto": string }; Returns: Json
                           },
"pruebas_retiradas":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"quien_soy":
{ Args: { "p_adquiridos"?: (string)[],"p_favoritos"?: (string)[],"p_siguiendo"?: (string)[] }; Returns: Json
                           },
"quiso_decir":
{ Args: { "p_texto": string }; Returns: string
                           },
"quitar_accion":
{ Args: { "p_accion": string }; Returns: Json
                           },
"quitar_prueba":
{ Args: { "p_disputa": string,"p_ruta": string }; Returns: Json
                           },
"quitar_servidor":
{ Args: { "p_servidor": string }; Returns: Json
                           },
"quitar_webhook":
{ Args: { "p_webhook": string }; Returns: Json
                           },
"rechazar_envio":
{ Args: { "p_intento": number,"p_motivo": string,"p_retiro": string }; Returns: Json
                           },
"rechazar_reembolso":
{ Args: { "p_error": string,"p_reembolso": string }; Returns: undefined
                           },
"reclamar_con_club":
{ Args: { "p_minecraft_name": string,"p_producto": string }; Returns: Json
                           },
"recoger_ordenes":
{ Args: { "p_clave": string,"p_contacto": Json,"p_limite"?: number,"p_tipo": string }; Returns: Json
                           },
"recoger_regalo":
{ Args: { "p_ficha": string,"p_minecraft_name": string }; Returns: Json
                           },
"reconocer_contrasena":
{ Args: { "p_contrasena": string,"p_enlace": string }; Returns: Json
                           },
"reconocer_dispositivo":
{ Args: { "p_correo": string,"p_secreto": string }; Returns: boolean
                           },
"reconocer_registro":
{ Args: { "p_enlace": string,"p_secreto": string }; Returns: boolean
                           },
"recordar_dispositivo":
{ Args: { "p_navegador"?: string,"p_secreto": string }; Returns: undefined
                           },
"recordar_sesion_club":
{ Args: { "p_referencia": string,"p_sesion": string }; Returns: boolean
                           },
"reenviar_orden":
{ Args: { "p_orden": number }; Returns: Json
                           },
"reenviar_regalo":
{ Args: { "p_correo": string,"p_huella": string,"p_pago": string,"p_serie": string }; Returns: Json
                           },
"reenviar_webhook":
{ Args: { "p_envio": number }; Returns: Json
                           },
"regalos_por_caducar":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"regalos_por_entregar":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"registrar_evento":
{ Args: { "p_evento_id": string,"p_payload": Json,"p_proveedor": string,"p_tipo": string }; Returns: Json
                           },
"registrar_visita":
{ Args: { "p_fuente"?: string,"p_sello": string,"p_slug": string,"p_visitante": string }; Returns: Json
                           },
"relacionados_de":
{ Args: { "p_limite"?: number,"p_producto": string }; Returns: {
              "id": string
            }[]
                           },
"renovar_clave_servidor":
{ Args: { "p_servidor": string }; Returns: Json
                           },
"renovar_enlace":
{ Args: { "p_huella": string,"p_pago": string,"p_serie": string }; Returns: Json
                           },
"renovar_licencia":
{ Args: { "p_pedido": string }; Returns: Json
                           },
"renovar_secreto_webhook":
{ Args: { "p_webhook": string }; Returns: Json
                           },
"repartir_fichas":
{ Args: { "p_limite"?: number }; Returns: number
                           },
"repasar_libro":
{ Args: { "p_nombre": string }; Returns: number
                           },
"reportar":
{ Args: { "p_motivo": string,"p_objeto": string,"p_texto": string,"p_tipo": string }; Returns: Json
                           },
"resolver_caso":
{ Args: { "p_caso": number,"p_nota": string }; Returns: Json
                           },
"resolver_reporte":
{ Args: { "p_estado": string,"p_nota": string,"p_reporte": string }; Returns: Json
                           },
"resolver_retiro":
{ Args: { "p_aprobar": boolean,"p_motivo": string,"p_retiro": string }; Returns: Json
                           },
"responder_pregunta":
{ Args: { "p_pregunta": string,"p_texto": string }; Returns: Json
                           },
"responder_reporte":
{ Args: { "p_reporte": string,"p_texto": string }; Returns: Json
                           },
"responder_resena":
{ Args: { "p_resena": string,"p_texto": string }; Returns: Json
                           },
"responder_solicitud":
{ Args: { "p_solicitud": string,"p_texto": string }; Returns: Json
                           },
"respuestas_por_enviar":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"restauracion_por_repasar":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"resumir_ayer":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"retener_pago":
{ Args: { "p_pago"?: string,"p_proveedor": string,"p_referencia": string }; Returns: Json
                           },
"retirar_apps_perdidas":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"retirar_regalo":
{ Args: { "p_pago": string }; Returns: Json
                           },
"retiros_por_seguir":
{ Args: { "p_limite"?: number }; Returns: {
              "amount": number,"id": string,"paypal_email": string
            }[]
                           },
"revision_para_decidir":
{ Args: { "p_revision": string }; Returns: Json
                           },
"revocar_llave":
{ Args: { "p_llave": string }; Returns: Json
                           },
"saludar_servidor":
{ Args: { "p_clave": string,"p_contacto": Json,"p_tipo": string }; Returns: Json
                           },
"sesiones_club_por_cerrar":
{ Args: Record<PropertyKey, never>; Returns: {
              "referencia": string,"sesion": string
            }[]
                           },
"sugerir_creadores":
{ Args: { "p_texto": string }; Returns: {
              "avatar_url": string,"display_name": string,"username": string
            }[]
                           },
"sugerir_productos":
{ Args: { "p_limite"?: number,"p_texto": string }; Returns: {
              "category": string,"club_only": boolean,"id": string,"nombre": string,"nombre_en": string,"oferta": number,"portada_url": string,"precio": number,"slug": string
            }[]
                           },
"tengo_contrasena":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"terminar_clubs_vencidos":
{ Args: { "p_sin_respuesta"?: (string)[] }; Returns: number
                           },
"terminar_sesion":
{ Args: { "p_sesion": string }; Returns: Json
                           },
"tomar_avisos_servidor":
{ Args: Record<PropertyKey, never>; Returns: {
              "autorizacion": string,"url": string
            }[]
                           },
"tomar_correos":
{ Args: { "p_limite"?: number }; Returns: {
              "clave": string,"datos": Json,"destinatario": string,"id": number,"idioma": string,"nombre": string,"plantilla": string,"portada": string
            }[]
                           },
"tomar_envios_webhook":
{ Args: { "p_limite"?: number }; Returns: {
              "arriendo": string,"created_at": string,"datos": Json,"id": number,"secretos": (string)[],"suceso_id": string,"tipo": string,"url": string
            }[]
                           },
"tomar_turno":
{ Args: { "p_quien": string,"p_segundos": number,"p_trabajo": string }; Returns: boolean
                           },
"usar_codigo_recuperacion":
{ Args: { "p_codigo": string }; Returns: Json
                           },
"usuario_ocupado":
{ Args: { "p_navegador"?: string,"p_usuario": string }; Returns: boolean
                           },
"ver_codigo":
{ Args: { "p_codigo": string }; Returns: Json
                           },
"ver_factura_club":
{ Args: { "p_factura": string }; Returns: Json
                           },
"ver_publicacion":
{ Args: { "p_id": string }; Returns: Json
                           },
"ver_regalo":
{ Args: { "p_ficha": string }; Returns: Json
                           },
"ver_solicitud":
{ Args: { "p_solicitud": string }; Returns: Json
                           },
"vetar":
{ Args: { "p_hasta": string,"p_motivo": string,"p_usuario": string }; Returns: Json
                           },
"vincular_pago":
{ Args: { "p_pago": string,"p_proveedor": string,"p_referencia": string }; Returns: Json
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
