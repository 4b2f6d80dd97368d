/** The form of closing days and special hours, and what it saves. Pure. */
import { currentMessages } from '#web/kit/messages.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { endToField, fieldToEnd } from './hours.ts'
import { messages } from './special-day-editor.messages.ts'

export type SpecialDay = ReplyOf<'staff.listSpecialDays'>['specialDays'][number]
export type SpecialDayChange = InputOf<'staff.updateSpecialDay'>['body']['specialDay']

/** Whose days: of the business, unless one of these is named. */
export interface SpecialDaysOwner {
  kind: 'business' | 'location' | 'room' | 'staff'
  name?: string
  resourceId?: string
  locationId?: string
}

/** Times of a day as `HH:MM`, as time fields have them. */
export interface SpecialDayForm {
  kind: 'closed' | 'hours'
  title: string
  /** `YYYY-MM-DD`, the last inclusive. */
  from: string
  until: string
  periods: { start: string; end: string }[]
}
export const firstPeriod = { start: '10:00', end: '14:00' }
export const newSpecialDayForm = (day: string): SpecialDayForm => ({ kind: 'closed', title: '', from: day, until: day, periods: [firstPeriod] })

export const toSpecialDayForm = ({ title, from, until, periods }: SpecialDay): SpecialDayForm => ({
  kind: periods.length === 0 ? 'closed' : 'hours',
  title,
  from,
  until,
  periods: periods.length === 0 ? [firstPeriod] : periods.map(({ start, end }) => ({ start, end: endToField(end) })),
})
/** The opening times to be saved; none means closed. */
export const toPeriods = ({ kind, periods }: Pick<SpecialDayForm, 'kind' | 'periods'>): { start: string; end: string }[] =>
  kind === 'closed' ? [] : periods.map(({ start, end }) => ({ start, end: fieldToEnd(end) }))

/** Only what differs; undefined when both say the same. */
export function toSpecialDayChange(before: SpecialDayForm, after: SpecialDayForm): SpecialDayChange | undefined {
  const change: SpecialDayChange = {
    ...(before.title === after.title ? {} : { title: after.title.trim() }),
    ...(before.from === after.from ? {} : { from: after.from }),
    ...(before.until === after.until ? {} : { until: after.until }),
    ...(JSON.stringify(toPeriods(before)) === JSON.stringify(toPeriods(after)) ? {} : { periods: toPeriods(after) }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

export interface SpecialDayProblems {
  from?: string
  until?: string
  /** By position of the period. */
  periods: (string | undefined)[]
}
export function findSpecialDayProblems(form: SpecialDayForm): SpecialDayProblems {
  const text = currentMessages(messages).problems
  const periods = toPeriods(form)
  return {
    ...(form.from === '' && { from: text.noDate }),
    ...(form.until === ''
      ? { until: text.noDate }
      : form.until < form.from
        ? { until: text.beforeStart }
        : Date.parse(form.until) - Date.parse(form.from) > 365 * 86_400_000 && { until: text.tooLong }),
    periods: periods.map(({ start, end }, at) =>
      start === '' || end === ''
        ? text.noTime
        : end <= start
          ? text.afterOpening
          : periods.some((other, position) => position < at && start < other.end && other.start < end)
            ? text.overlaps
            : undefined,
    ),
  }
}
export const hasProblems = ({ from, until, periods }: SpecialDayProblems): boolean => Boolean(from ?? until) || periods.some(Boolean)
