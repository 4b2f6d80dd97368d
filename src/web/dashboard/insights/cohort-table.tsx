/** Start month × months kept, as a table whose cells are shaded by the share that stayed. */
import type { ReplyOf } from '#web/operations.ts'
import { ExportButton } from '../parts/export.tsx'
import { Section } from '../parts/page.tsx'
import table from '../parts/table.module.css'
import css from './insights.module.css'

type Cohort = ReplyOf<'insights.getRecurringRevenue'>['cohorts'][number]
const share = (kept: number, size: number) => Math.round((kept / size) * 100)

export function CohortTable({ cohorts, monthName }: { cohorts: Cohort[]; monthName: (month: string) => string }) {
  const width = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const after = Array.from({ length: width }, (_, at) => at)
  return (
    <Section
      title="Who stays"
      about="People by the month in which they began to pay, and how many of them still paid at the end of that month and of each month after. The last figure of a row is so far."
    >
      {/* A scrolling region must be reachable for those who have no pointer. */}
      {/* oxlint-disable-next-line no-noninteractive-tabindex */}
      <div className={table.wrap} role="group" aria-label="Who stays" tabIndex={0}>
        <table className={table.table}>
          <caption className={table.caption}>Who stays, by the month in which people began to pay</caption>
          <thead>
            <tr>
              <th scope="col">Began</th>
              <th scope="col" data-figure>
                People
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
                      {share(stayed, size)} %<small>{stayed}</small>
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
            file: 'who-stays.csv',
            head: ['Began', 'People', ...after.map((at) => `Kept +${at}`)],
            page: () => Promise.resolve({ rows: cohorts.map(({ month, size, kept }) => [month, size, ...kept]), next: undefined }),
          }}
        />
      </div>
    </Section>
  )
}
