/** The forms of the sample practice: questions with a first hour, and an intake form that is sent once a year. */
import type { CallAsOwner, SampleLanguage } from './calls.ts'
import type { PracticeWords } from './words.ts'

interface Made {
  form: { id: string }
}
export interface PracticeForms {
  questions: string
  intake: string
}

/** Answers the ids of both. */
export async function makeForms(call: CallAsOwner, { forms: { questions, intake } }: PracticeWords, language: SampleLanguage): Promise<PracticeForms> {
  const text = (words: string) => ({ [language]: words })
  const field = (target: string, type: string, label: string, more: object = {}) => ({ target, type, label: text(label), required: false, ...more })
  const toOptions = (labels: readonly string[]) => ({ options: labels.map((label, at) => ({ value: `choice_${at + 1}`, label: text(label) })) })
  const asked = (await call('POST', '/api/forms', {
    kind: 'BOOKING',
    name: questions.name,
    fields: [field('area', 'CHOICE', questions.area, toOptions(questions.areas)), field('note', 'LONG_TEXT', questions.note)],
  })) as Made
  const health = (await call('POST', '/api/forms', {
    kind: 'INTAKE',
    name: intake.name,
    validityMonths: 12,
    fields: [
      field('pain', 'CHOICE', intake.pain, { ...toOptions([intake.yes, intake.no]), required: true }),
      field('where', 'LONG_TEXT', intake.where, { required: true, showWhen: { target: 'pain', values: ['choice_1'] } }),
      field('medicine', 'SHORT_TEXT', intake.medicine),
      field('consent', 'CONSENT', intake.consent, { required: true }),
      field('signature', 'SIGNATURE', intake.signature, { required: true }),
    ],
  })) as Made
  return { questions: asked.form.id, intake: health.form.id }
}
