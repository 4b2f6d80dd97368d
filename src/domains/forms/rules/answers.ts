/** Whether what was answered fits a form. The pages check with the same rule before they send. Source: guide services-and-availability §12.3. */
import { listShownFields } from './conditions.ts'
import type { FieldType, FormField } from './form.ts'

export type AnswerProblem =
  | 'REQUIRED'
  | 'TOO_LONG'
  | 'NOT_A_NUMBER'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'NOT_OFFERED'
  | 'NOT_A_DATE'
  | 'NOT_A_PHONE'
  | 'NOT_AN_EMAIL'
  | 'NOT_A_FILE'
  | 'WRONG_TYPE'
export interface AnswerViolation {
  target: string
  problem: AnswerProblem
}
/** A typed name, and what was drawn: the path of an SVG, 300 by 100 units. */
export interface Signature {
  name: string
  drawing?: string
}
export type AnswerValue = string | number | boolean | string[] | Signature
export type Answers = Record<string, AnswerValue>

const longest: Partial<Record<FieldType, number>> = { SHORT_TEXT: 500, LONG_TEXT: 5000, ADDRESS: 500, PHONE: 50, EMAIL: 254 }
const longestDrawing = 20_000
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isGiven = (answer: unknown): boolean =>
  answer !== undefined &&
  answer !== null &&
  answer !== false &&
  answer !== 'false' &&
  !(typeof answer === 'string' && answer.trim() === '') &&
  !(Array.isArray(answer) && answer.length === 0)

/** Whether anything was answered at all. */
export const hasAnswers = (fields: readonly FormField[], answers: Readonly<Record<string, unknown>>): boolean =>
  fields.some(({ target }) => isGiven(answers[target]))

type Checked = { value: AnswerValue } | { problem: AnswerProblem }

function checkText(type: FieldType, answer: unknown): Checked {
  if (typeof answer !== 'string') return { problem: 'WRONG_TYPE' }
  const value = answer.trim()
  if (value.length > (longest[type] ?? 500)) return { problem: 'TOO_LONG' }
  if (type === 'EMAIL' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return { problem: 'NOT_AN_EMAIL' }
  if (type === 'PHONE' && !/^\+?[\d\s()/.-]{5,}$/.test(value)) return { problem: 'NOT_A_PHONE' }
  return { value }
}

function checkNumber({ minimum, maximum }: FormField, answer: unknown): Checked {
  const value = typeof answer === 'string' && /^\s*-?\d{1,12}(\.\d{1,6})?\s*$/.test(answer) ? Number(answer) : answer
  if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: 'NOT_A_NUMBER' }
  if (minimum !== undefined && minimum !== null && value < minimum) return { problem: 'TOO_SMALL' }
  if (maximum !== undefined && maximum !== null && value > maximum) return { problem: 'TOO_LARGE' }
  return { value }
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
/** Days of a month of 1 to 12; none of any other. */
const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0))

function checkDate(answer: unknown): Checked {
  const match = typeof answer === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(answer.trim()) : null
  if (!match) return { problem: 'NOT_A_DATE' }
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  return year >= 1800 && day >= 1 && day <= daysIn(year, month) ? { value: match[0] } : { problem: 'NOT_A_DATE' }
}

function checkChoice({ type, options }: FormField, answer: unknown): Checked {
  const chosen = [answer].flat()
  if (chosen.some((value) => !options?.some((option) => option.value === value)) || (type === 'CHOICE' && chosen.length > 1)) return { problem: 'NOT_OFFERED' }
  return { value: type === 'CHOICE' ? (chosen[0] as string) : ([...new Set(chosen)] as string[]) }
}

function checkSignature(answer: unknown): Checked {
  const { name, drawing } = (typeof answer === 'string' ? { name: answer } : answer) as { name?: unknown; drawing?: unknown }
  if (typeof name !== 'string' || (drawing !== undefined && drawing !== null && typeof drawing !== 'string')) return { problem: 'WRONG_TYPE' }
  if (name.trim() === '') return { problem: 'REQUIRED' }
  if (name.length > 200 || (drawing?.length ?? 0) > longestDrawing) return { problem: 'TOO_LONG' }
  // Shown to staff as the path of a picture: nothing but moves and lines.
  if (drawing && !/^[ML\d\s.]*$/.test(drawing)) return { problem: 'WRONG_TYPE' }
  return { value: { name: name.trim(), ...(drawing && { drawing }) } }
}

function checkAnswer(field: FormField, answer: unknown): Checked {
  switch (field.type) {
    case 'NUMBER':
      return checkNumber(field, answer)
    case 'CHOICE':
    case 'CHOICES':
      return checkChoice(field, answer)
    case 'DATE':
      return checkDate(answer)
    case 'CONSENT':
      return answer === true || answer === 'true' ? { value: true } : { problem: 'WRONG_TYPE' }
    case 'FILE':
      return typeof answer === 'string' && guid.test(answer) ? { value: answer.toLowerCase() } : { problem: 'NOT_A_FILE' }
    case 'SIGNATURE':
      return typeof answer === 'object' || typeof answer === 'string' ? checkSignature(answer) : { problem: 'WRONG_TYPE' }
    default:
      return checkText(field.type, answer)
  }
}

/** The answers to the fields that are asked, as they are stored; answers to hidden fields are dropped. All violations, in the order of the fields. */
export function readAnswers(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): { answers: Answers; violations: AnswerViolation[] } {
  const answers: Answers = {}
  const violations: AnswerViolation[] = []
  for (const field of listShownFields(fields, given)) {
    const answer = given[field.target]
    if (!isGiven(answer)) {
      if (field.required) violations.push({ target: field.target, problem: 'REQUIRED' })
      continue
    }
    const checked = checkAnswer(field, answer)
    if ('problem' in checked) violations.push({ target: field.target, problem: checked.problem })
    else answers[field.target] = checked.value
  }
  return { answers, violations }
}
