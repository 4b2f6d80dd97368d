/** Start month × months kept, as a table whose cells are shaded by the share that stayed. */
import { formatPercent } from '#kit/pure/percent.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Section } from '../parts/page.tsx'
import table from '../parts/table.module.css'
import css from './insights.module.css'

type Cohort = ReplyOf<'insights.getRecurringRevenue'>['cohorts'][number]
const share = (kept: number, size: number) => Math.round((kept / size) * 100)

export function CohortTable({ cohorts, monthName }: { cohorts: Cohort[]; monthName: (month: string) => string }) {
  const { language } = useSite()
  const width = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const after = Array.from({ length: width }, (_, at) => at)
  return (
    <Section
      title="Retention"
      about="Members grouped by the month of their first payment, and how many were still paying at the end of each following month. The last figure in each row is to date."
    >
      {/* A scrolling region must be reachable for those who have no pointer. */}
      <div className={table.wrap} role="group" aria-label="Retention" tabIndex={0}>
        <table className={table.table}>
          <caption className={table.caption}>Retention by month of first payment</caption>
          <thead>
            <tr>
              <th scope="col">First payment</th>
              <th scope="col" data-figure>
                Members
              </th>
              {after.map((at) => (
                <th key={at} scope="col" data-figure>
                  {at === 0 ? 'Same month' : `+${at}`}
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
                      {formatPercent(share(stayed, size), language, 0)}
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
          pages={{
            file: 'retention.csv',
            head: ['First payment', 'Members', ...after.map((at) => `Kept +${at}`)],
            page: () => Promise.resolve({ rows: cohorts.map(({ month, size, kept }) => [month, size, ...kept]), next: undefined }),
          }}
        />
      </div>
    </Section>
  )
}
