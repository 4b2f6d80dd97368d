/** Parses and formats amounts and durations as people type them. Pure. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'

const lengths = currentMessages(
  defineDashboardMessages(
    {
      DAY: (count: number) => (count === 1 ? '1 day' : `${count} days`),
      HOUR: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
      MINUTE: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    },
    {
      de: {
        DAY: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
        HOUR: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
        MINUTE: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
      },
    },
  ),
)

/** `12,5` → `12.50`; undefined for anything that is no amount with at most two decimals. */
export function toAmount(text: string): string | undefined {
  const m = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return m ? (m[2] ? `${m[1]}.${m[2].padEnd(2, '0')}` : (m[1] as string)) : undefined
}
/** Whether two typed amounts are the same money: `12.5` is `12.50`. */
export const isSameAmount = (a: string, b: string): boolean => a === b || (toAmount(a) !== undefined && toCents(a) === toCents(b))
export const toCents = (text: string): number => Math.round(Number(toAmount(text) ?? Number.NaN) * 100)

/** What stands before the decimals in the language of the page; amounts are stored with a point. */
export const decimalSign = (language: string = pageLanguage()): '.' | ',' => (language === 'en' ? '.' : ',')

/** `37.5` → `37,5` where that is how it is written. What is no number yet is shown as it was typed. */
export const showAmount = (amount: string, language?: string): string => amount.replace('.', decimalSign(language))

/** `37,5` → `37.5`. */
export const readAmount = (typed: string): string => typed.trim().replace(',', '.')

const units = { DAY: 1440, HOUR: 60, MINUTE: 1 } as const
export type LeadUnit = keyof typeof units
/** Minutes in the largest unit that leaves no rest: 2880 → 2 days, 90 → 90 minutes. */
export function toLeadTime(minutes: number): { count: number; unit: LeadUnit } {
  const unit = (['DAY', 'HOUR'] as const).find((one) => minutes >= units[one] && minutes % units[one] === 0) ?? 'MINUTE'
  return { count: minutes / units[unit], unit }
}
export const fromLeadTime = (count: number, unit: LeadUnit): number => count * units[unit]
/** `24 hours`, `2 days`, `90 minutes`. A single day is given in hours, as in booking policies. */
export function formatLeadTime(minutes: number): string {
  const { count, unit } = minutes === 1440 ? { count: 24, unit: 'HOUR' as const } : toLeadTime(minutes)
  return lengths[unit](count)
}
