/** Durations as text. */
import type { Language } from '#kit/pure/languages.ts'

const units: Readonly<Record<Language, readonly (readonly [one: string, more: string])[]>> = {
  en: [
    ['1 day', 'days'],
    ['1 hour', 'hours'],
    ['1 minute', 'minutes'],
  ],
  // The accusative, as after "mindestens" and "höchstens".
  de: [
    ['einen Tag', 'Tage'],
    ['eine Stunde', 'Stunden'],
    ['eine Minute', 'Minuten'],
  ],
  fr: [
    ['1 jour', 'jours'],
    ['1 heure', 'heures'],
    ['1 minute', 'minutes'],
  ],
  es: [
    ['1 día', 'días'],
    ['1 hora', 'horas'],
    ['1 minuto', 'minutos'],
  ],
}
const unitMinutes = [1440, 60, 1] as const

/** Minutes as text: in whole days or hours where possible. */
export function formatDuration(minutes: number, language: Language): string {
  const at = unitMinutes.findIndex((length) => minutes % length === 0)
  const amount = minutes / (unitMinutes[at] ?? 1)
  const [one, more] = units[language][at] ?? ['', '']
  return amount === 1 ? one : `${amount} ${more}`
}
