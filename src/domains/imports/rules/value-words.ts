/** The words of cells, in the languages of the product; in lower case. */

/** By month, January first. */
export const monthNames: readonly (readonly string[])[] = [
  ['jan', 'januar', 'january', 'jänner', 'janv', 'janvier', 'ene', 'enero'],
  ['feb', 'februar', 'february', 'fév', 'févr', 'février', 'febrero'],
  ['mar', 'march', 'mär', 'märz', 'mrz', 'mars', 'marzo'],
  ['apr', 'april', 'avr', 'avril', 'abr', 'abril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'june', 'juni', 'juin', 'junio'],
  ['jul', 'july', 'juli', 'juil', 'juillet', 'julio'],
  ['aug', 'august', 'août', 'aout', 'ago', 'agosto'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre'],
  ['oct', 'october', 'okt', 'oktober', 'octobre', 'octubre'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'december', 'dez', 'dezember', 'déc', 'décembre', 'dic', 'diciembre'],
]
/** A day of the week before a date. "mar." is Tuesday only before a day and a month: "Mar 5, 2026" is in March. */
export const weekday =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mardi|martes|mer|jeu|jue|ven|vie|sá)\p{L}*|mar(?=\.?,?\s+\d{1,2}(?:er)?\s+\p{L}))\.?,?\s+(?=\S)/iu

export const free = /^(?:free|kostenlos|gratis|gratuit|gratuito|gratuita)$/i

export const yesWords: readonly string[] = [
  'yes',
  'y',
  'true',
  '1',
  'on',
  'x',
  'visible',
  'public',
  'active',
  'enabled',
  'ja',
  'oui',
  'vrai',
  'sí',
  'si',
  'activo',
]
export const noWords: readonly string[] = [
  'no',
  'n',
  'false',
  '0',
  'off',
  'hidden',
  'private',
  'inactive',
  'disabled',
  'nein',
  'non',
  'faux',
  'masqué',
  'oculto',
]

/** What stands for hours and minutes: "1 h 30 min", "1h30". */
export const hours = /^(\d{1,2})\s*(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?)\.?(?:\s*(\d{1,2})\s*(?:m|min|mins|minutes?|minuten|minutos?)?\.?)?$/i

export const periodUnits: readonly (readonly [RegExp, string])[] = [
  [/^(?:d|days?|tage?n?|jours?|días?|dias?)$/, 'D'],
  [/^(?:w|weeks?|wochen?|semaines?|semanas?)$/, 'W'],
  [/^(?:m|mo|months?|monate?n?|mois|mes|meses)$/, 'M'],
  [/^(?:y|yr|years?|jahre?n?|ans?|années?|años?)$/, 'Y'],
]
export const periodAdverbs: Readonly<Record<string, readonly string[]>> = {
  P1D: ['daily', 'täglich', 'quotidien', 'diario'],
  P1W: ['weekly', 'wöchentlich', 'hebdomadaire', 'semanal'],
  P2W: ['biweekly', 'fortnightly', 'quincenal'],
  P1M: ['monthly', 'monatlich', 'mensuel', 'mensual'],
  P3M: ['quarterly', 'vierteljährlich', 'trimestriel', 'trimestral'],
  P6M: ['half-yearly', 'halbjährlich', 'semestriel', 'semestral'],
  P1Y: ['yearly', 'annually', 'annual', 'jährlich', 'annuel', 'anual'],
}
/** Before a count and a unit: "every 3 months". */
export const periodBeginning = /^(?:every|alle|each|jeden?|per|pro|recurring every|tous les|toutes les|chaque|par|cada|al|por) /
/** Paid once, or valid without an end. */
export const once =
  /^(?:one[ -]?time(?: payment)?|once|single payment|unlimited|until cancell?ed|lifetime|einmalig|unbegrenzt|une fois|paiement unique|illimité|una vez|pago único|ilimitado)$/

/** By type of service. */
export const serviceTypes: Readonly<Record<string, RegExp>> = {
  APPOINTMENT: /^(?:appointments?|privates?|1:1|1 on 1|individual|termine?|rendez[ -]vous|individuel|citas?)$/,
  CLASS: /^(?:class|classes|group|group class|kurse?|klasse|cours|cours collectifs?|clases?|clase en grupo|grupo)$/,
  COURSE: /^(?:courses?|workshops?|series|event|kursreihe|atelier|stage|cycle|cursos?|taller)$/,
}
/** By level of a service. */
export const serviceLevels: Readonly<Record<string, RegExp>> = {
  BEGINNER: /^(?:beginners?|basic|anfänger|einsteiger|débutante?s?|principiantes?)$/,
  INTERMEDIATE: /^(?:intermediate|mittelstufe|mittel|intermédiaires?|intermedi[oa])$/,
  ADVANCED: /^(?:advanced|expert|fortgeschrittene?|avancée?s?|avanzad[oa])$/,
  ALL: /^(?:all|all levels|any level|open level|mixed|alle|alle (?:niveaus|stufen|level)|tous niveaux|tous les niveaux|todos|todos los niveles)$/,
}
