import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Select } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import chart from '../parts/chart.module.css'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Filters } from '../parts/list-tools.tsx'
import { Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice } from '../parts/format.ts'
import { insightsSearch } from '../search-params.ts'
import { CohortTable } from './cohort-table.tsx'
import css from './insights.module.css'
import { createMoneyFormat, formatShare } from './format.ts'
import { formatMonth } from '#web/kit/days.ts'

type Recurring = ReplyOf<'insights.getRecurringRevenue'>
type Month = Recurring['currencies'][number]['months'][number]

/** Recurring revenue and its movement, who leaves, trials, subscriptions by plan, who stays. */
export function Recurring({ months }: { months: number }) {
  const site = useSite()
  const [url, setUrl] = useSearchState(insightsSearch)
  const found = useApiQuery('insights.getRecurringRevenue', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) => {
        const shown = data.currencies.find(({ currency }) => currency === (url.currency ?? site.currency)) ?? data.currencies[0]
        if (!shown)
          return (
            <EmptyState
              icon={<IconChartBar size={26} />}
              title="No subscriptions yet"
              action={
                <Allowed operation="plans.listPlans">
                  <Button component={DashboardLink} to="/dashboard/plans">
                    Go to plans
                  </Button>
                </Allowed>
              }
            >
              Once members buy a recurring plan, you’ll see monthly recurring revenue, retention and churn here.
            </EmptyState>
          )
        return (
          <>
            {data.currencies.length > 1 && (
              <Filters>
                <Select
                  size="md"
                  w={130}
                  aria-label="Currency"
                  allowDeselect={false}
                  value={shown.currency}
                  onChange={(currency) => setUrl({ currency: currency ?? undefined })}
                  data={data.currencies.map(({ currency }) => currency)}
                />
              </Filters>
            )}
            <Numbers months={shown.months} currency={shown.currency} trials={data.trials} />
            <Movement months={shown.months} currency={shown.currency} />
            <Plans plans={data.plans} />
            <Trials trials={data.trials} />
            {data.cohorts.length > 0 && <CohortTable cohorts={data.cohorts} monthName={(month) => formatMonth(month, site.language, 'long')} />}
          </>
        )
      }}
    </QueryView>
  )
}

function Numbers({ months, currency, trials }: { months: Month[]; currency: string; trials: Recurring['trials'] }) {
  const site = useSite()
  const now = months.at(-1)
  const before = months.at(-2)
  if (!now) return null
  const decided = trials.reduce((sum, { converted, left }) => ({ converted: sum.converted + converted, all: sum.all + converted + left }), {
    converted: 0,
    all: 0,
  })
  const inMoney = (value: string) => formatPrice({ value, currency }, site)
  const churnRate = (month: Month | undefined) => (month ? formatShare(month.membersLost, month.membersStart, site.language) : '–')
  return (
    <dl className={chart.numbers}>
      <div>
        <dt>Monthly recurring revenue</dt>
        <dd>
          {inMoney(now.end)}
          <small>{before ? `${inMoney(before.end)} at the end of ${formatMonth(before.month, site.language)}` : ''}</small>
        </dd>
      </div>
      <div>
        <dt>Paying members</dt>
        <dd>
          {now.membersEnd}
          <small>
            {now.membersGained} joined, {now.membersLost} left this month
          </small>
        </dd>
      </div>
      <div>
        <dt>Churn rate</dt>
        <dd>
          {churnRate(now)}
          <small>{before ? `${churnRate(before)} in ${formatMonth(before.month, site.language)}` : 'this month to date'}</small>
        </dd>
      </div>
      <div>
        <dt>Trial conversion</dt>
        <dd>
          {formatShare(decided.converted, decided.all, site.language)}
          <small>{decided.all === 0 ? 'no trials have ended yet' : `${decided.converted} of ${decided.all} ended trials`}</small>
        </dd>
      </div>
    </dl>
  )
}

function Movement({ months, currency }: { months: Month[]; currency: string }) {
  const site = useSite()
  const format = createMoneyFormat(currency, site.language)
  const labels = months.map(({ month, isOpen }) => `${formatMonth(month, site.language)}${isOpen ? '…' : ''}`)
  const toValues = (pick: (month: Month) => string, sign = 1) => months.map((month) => Number(pick(month)) * sign)
  return (
    <>
      <Chart
        title="Recurring revenue"
        about="Monthly recurring revenue at the end of each month, excluding tax and joining fees."
        kind="lines"
        first="Month"
        file="recurring-revenue.csv"
        data={{ labels, format, series: [{ name: 'Monthly recurring revenue', mark: 1, values: toValues(({ end }) => end) }] }}
        rows={months.map(({ month, end }) => [month, end])}
      />
      <Chart
        title="Revenue changes"
        about="New, returning and upgraded members versus downgrades and churn."
        kind="bars"
        first="Month"
        file="recurring-movement.csv"
        data={{
          labels,
          format,
          series: [
            { name: 'New', mark: 1, values: toValues((month) => month.new) },
            { name: 'Returning', mark: 2, values: toValues(({ returned }) => returned) },
            { name: 'Expansion', mark: 3, values: toValues(({ expansion }) => expansion) },
            { name: 'Contraction', mark: 4, values: toValues(({ contraction }) => contraction, -1) },
            { name: 'Churn', mark: 5, values: toValues(({ churned }) => churned, -1) },
          ],
        }}
        rows={months.map((month) => [month.month, month.new, month.returned, month.expansion, `-${month.contraction}`, `-${month.churned}`])}
      />
      <Chart
        title="Churn"
        about="Share of members paying at the start of the month who stopped paying."
        kind="lines"
        first="Month"
        file="churn.csv"
        data={{
          labels,
          format: (value) => formatPercent(value, site.language, 1),
          series: [
            {
              name: 'Members',
              mark: 1,
              values: months.map(({ membersLost, membersStart }) => (membersStart === 0 ? null : (membersLost / membersStart) * 100)),
            },
            {
              name: 'Revenue, including downgrades',
              mark: 5,
              values: months.map(({ churned, contraction, start }) =>
                Number(start) === 0 ? null : ((Number(churned) + Number(contraction)) / Number(start)) * 100,
              ),
            },
          ],
        }}
      />
    </>
  )
}

function Plans({ plans }: { plans: Recurring['plans'] }) {
  const site = useSite()
  if (plans.length === 0) return null
  const formatMonthly = (list: Recurring['plans'][number]['perMonth']) =>
    list.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')
  return (
    <Section title="Active plans" about="Current plan holders, including one-time plans.">
      <Table
        caption="Active plans"
        columns={[
          { title: 'Plan' },
          { title: 'Active', figure: true },
          { title: 'In trial', figure: true },
          { title: 'Paused', figure: true },
          { title: 'Not started', figure: true },
          { title: 'Not renewing', figure: true },
          { title: 'Per month', figure: true },
        ]}
        rows={plans.map((plan) => ({
          key: plan.planId,
          cells: [
            <DashboardLink key="plan" to="/dashboard/plans" search={{ tab: 'subscriptions', plan: plan.planId }}>
              {plan.planName}
            </DashboardLink>,
            plan.active,
            plan.inTrial,
            plan.paused,
            plan.notStarted,
            plan.ending,
            formatMonthly(plan.perMonth) || '–',
          ],
        }))}
      />
      <div className={css.foot}>
        <ExportButton
          pages={{
            file: 'active-plans.csv',
            head: ['Plan', 'Active', 'In trial', 'Paused', 'Not started', 'Not renewing', 'Per month', 'Plan id'],
            page: () =>
              Promise.resolve({
                rows: plans.map((plan) => [
                  plan.planName,
                  plan.active,
                  plan.inTrial,
                  plan.paused,
                  plan.notStarted,
                  plan.ending,
                  plan.perMonth.map(({ amount, currency }) => `${amount} ${currency}`).join(' + '),
                  plan.planId,
                ]),
                next: undefined,
              }),
          }}
        />
      </div>
    </Section>
  )
}

function Trials({ trials }: { trials: Recurring['trials'] }) {
  const site = useSite()
  if (trials.every(({ started }) => started === 0)) return null
  return (
    <Chart
      title="Trials"
      about="By start month, with their outcome to date."
      kind="bars"
      first="Started"
      file="trials.csv"
      data={{
        labels: trials.map(({ month }) => formatMonth(month, site.language)),
        format: (value) => String(Math.round(value * 10) / 10),
        series: [
          { name: 'Converted', mark: 1, values: trials.map(({ converted }) => converted) },
          { name: 'In trial', mark: 2, values: trials.map(({ running }) => running) },
          { name: 'First payment pending', mark: 4, values: trials.map(({ undecided }) => undecided) },
          { name: 'Did not convert', mark: 5, values: trials.map(({ left }) => left) },
        ],
      }}
    />
  )
}
