/** Start month × months kept, as a table whose cells are shaded by the share that stayed. */
import { formatPercent } from '#kit/pure/percent.ts'
import { pageLanguage } from '#web/language.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { ExportButton } from '../parts/export.tsx'
import { Section } from '../parts/page.tsx'
import table from '../parts/table.module.css'
import css from './insights.module.css'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Retention',
    about:
      'Members grouped by the month of their first payment, and how many were still paying at the end of each following month. The last figure in each row is to date.',
    caption: 'Retention by month of first payment',
    first: 'First payment',
    sameMonth: 'Same month',
    kept: (after: number) => `Kept +${after}`,
  },
  {
    de: {
      title: 'Verbleib',
      about:
        'Mitglieder nach dem Monat ihrer ersten Zahlung und wie viele am Ende der folgenden Monate noch zahlten. Die letzte Zahl jeder Zeile ist der Stand von heute.',
      caption: 'Verbleib nach Monat der ersten Zahlung',
      first: 'Erste Zahlung',
      sameMonth: 'Im selben Monat',
      kept: (after) => `Geblieben +${after}`,
    },
  },
)

type Cohort = ReplyOf<'insights.getRecurringRevenue'>['cohorts'][number]
const share = (kept: number, size: number) => Math.round((kept / size) * 100)

export function CohortTable({ cohorts, monthName }: { cohorts: Cohort[]; monthName: (month: string) => string }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const width = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const after = Array.from({ length: width }, (_, at) => at)
  return (
    <Section title={t.title} about={t.about}>
      {/* A scrolling region must be reachable for those who have no pointer. */}
      <div className={table.wrap} role="group" aria-label={t.title} tabIndex={0}>
        <table className={table.table}>
          <caption className={table.caption}>{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.first}</th>
              <th scope="col" data-figure>
                {shared.members}
              </th>
              {after.map((at) => (
                <th key={at} scope="col" data-figure>
                  {at === 0 ? t.sameMonth : `+${at}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ month, size, kept }) => (
              <tr key={month}>
                <th scope="row">{monthName(month)}</th>
                <td data-figure>{size}</td>
                {after.map((at) => {
                  const stayed = kept[at]
                  return stayed === undefined ? (
                    <td key={at} />
                  ) : (
                    <td key={at} data-figure className={css.kept} style={{ ['--share' as string]: `${share(stayed, size) * 0.55}%` }}>
                      {formatPercent(share(stayed, size), pageLanguage(), 0)}
                      <small>{stayed}</small>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.foot}>
        <ExportButton
          table={{
            file: 'retention.csv',
            head: [t.first, shared.members, ...after.map((at) => t.kept(at))],
            rows: cohorts.map(({ month, size, kept }) => [month, size, ...kept]),
          }}
        />
      </div>
    </Section>
  )
}
