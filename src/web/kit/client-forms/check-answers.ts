/** What is wrong with answers, before they are sent: the rule of the server, in words. */
import { type AnswerProblem, hasAnswers, readAnswers } from '#domains/forms/rules/answers.ts'
import type { FormField } from '#domains/forms/rules/form.ts'
import { currentMessages, defineMessages } from '../messages.ts'

const messages = defineMessages<Record<AnswerProblem, string>>(
  {
    REQUIRED: 'please fill this in',
    TOO_LONG: 'this is too long',
    NOT_A_NUMBER: 'enter a number',
    TOO_SMALL: 'this number is too small',
    TOO_LARGE: 'this number is too large',
    NOT_OFFERED: 'choose one of the answers',
    NOT_A_DATE: 'enter a date',
    NOT_A_PHONE: 'enter a phone number',
    NOT_AN_EMAIL: 'enter a valid email address',
    NOT_A_FILE: 'please choose the file again',
    WRONG_TYPE: 'please check this answer',
  },
  {
    de: {
      REQUIRED: 'bitte ausfüllen',
      TOO_LONG: 'das ist zu lang',
      NOT_A_NUMBER: 'gib eine Zahl ein',
      TOO_SMALL: 'diese Zahl ist zu klein',
      TOO_LARGE: 'diese Zahl ist zu groß',
      NOT_OFFERED: 'wähle eine der Antworten',
      NOT_A_DATE: 'gib ein Datum ein',
      NOT_A_PHONE: 'gib eine Telefonnummer ein',
      NOT_AN_EMAIL: 'gib eine gültige E-Mail-Adresse ein',
      NOT_A_FILE: 'bitte wähle die Datei noch einmal aus',
      WRONG_TYPE: 'bitte prüfe diese Antwort',
    },
    fr: {
      REQUIRED: 'ce champ est obligatoire',
      TOO_LONG: 'cette réponse est trop longue',
      NOT_A_NUMBER: 'saisissez un nombre',
      TOO_SMALL: 'ce nombre est trop petit',
      TOO_LARGE: 'ce nombre est trop grand',
      NOT_OFFERED: 'choisissez l’une des réponses',
      NOT_A_DATE: 'saisissez une date',
      NOT_A_PHONE: 'saisissez un numéro de téléphone',
      NOT_AN_EMAIL: 'saisissez une adresse e-mail valide',
      NOT_A_FILE: 'choisissez à nouveau le fichier',
      WRONG_TYPE: 'vérifiez cette réponse',
    },
    es: {
      REQUIRED: 'rellena este campo',
      TOO_LONG: 'esta respuesta es demasiado larga',
      NOT_A_NUMBER: 'escribe un número',
      TOO_SMALL: 'este número es demasiado pequeño',
      TOO_LARGE: 'este número es demasiado grande',
      NOT_OFFERED: 'elige una de las respuestas',
      NOT_A_DATE: 'escribe una fecha',
      NOT_A_PHONE: 'escribe un número de teléfono',
      NOT_AN_EMAIL: 'escribe un correo válido',
      NOT_A_FILE: 'vuelve a elegir el archivo',
      WRONG_TYPE: 'revisa esta respuesta',
    },
  },
)

/** The answers to the fields that are asked, and what is missing or wrong, for the form to show at the fields. A comma is read as a decimal point. */
export function checkAnswers(fields: readonly FormField[], given: Readonly<Record<string, unknown>>) {
  const t = currentMessages(messages)
  const numbers = new Set(fields.filter(({ type }) => type === 'NUMBER').map(({ target }) => target))
  const read = Object.fromEntries(
    Object.entries(given).map(([target, value]) => [target, numbers.has(target) && typeof value === 'string' ? value.replace(',', '.') : value]),
  )
  const { answers, violations } = readAnswers(fields, read)
  return { answers, violations: violations.map(({ target, problem }) => ({ field: target, description: t[problem] })) }
}

interface CheckedForms {
  form: { fields: readonly FormField[] }
  intake?: { fields: readonly FormField[]; required: boolean } | undefined
}
/** The answers to the form of a service and to its intake form: an optional one may be left out as a whole, and so may one that was sent before. */
export function checkForms({ form, intake }: CheckedForms, given: Readonly<Record<string, unknown>>, isIntakeSkipped: boolean) {
  const own = checkAnswers(form.fields, given)
  const isIntakeSent = intake && !isIntakeSkipped && (intake.required || hasAnswers(intake.fields, given))
  const more = isIntakeSent ? checkAnswers(intake.fields, given) : { answers: {}, violations: [] }
  return { answers: { ...own.answers, ...more.answers }, violations: [...own.violations, ...more.violations] }
}
