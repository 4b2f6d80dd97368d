import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Select } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { pageLanguage } from '#web/language.ts'
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
import { formatPrice } from '../parts/format-times.ts'
import { insightsSearch } from '../search-params.ts'
import { CohortTable } from './cohort-table.tsx'
import css from './insights.module.css'
import { createMoneyFormat, formatCount, formatShare } from './format.ts'
import { formatMonth } from '#web/kit/days.ts'
import { messages } from './recurring.messages.ts'
import { sharedMessages } from './shared.messages.ts'

type Recurring = ReplyOf<'insights.getRecurringRevenue'>
type Month = Recurring['currencies'][number]['months'][number]

/** Recurring revenue and its movement, who leaves, trials, subscriptions by plan, who stays. */
export function Recurring({ months }: { months: number }) {
  const t = useMessages(messages)
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
              title={t.none}
              action={
                <Allowed operation="plans.listPlans">
                  <Button component={DashboardLink} to="/dashboard/plans">
                    {t.toPlans}
                  </Button>
                </Allowed>
              }
            >
              {t.noneHint}
            </EmptyState>
          )
        return (
          <>
            {data.currencies.length > 1 && (
              <Filters>
                <Select
                  size="md"
                  w={130}
                  aria-label={t.currency}
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
            {data.cohorts.length > 0 && <CohortTable cohorts={data.cohorts} monthName={(month) => formatMonth(month, pageLanguage(), 'long')} />}
          </>
        )
      }}
    </QueryView>
  )
}

function Numbers({ months, currency, trials }: { months: Month[]; currency: string; trials: Recurring['trials'] }) {
  const t = useMessages(messages)
  const site = useSite()
  const now = months.at(-1)
  const before = months.at(-2)
  if (!now) return null
  const decided = trials.reduce((sum, { converted, left }) => ({ converted: sum.converted + converted, all: sum.all + converted + left }), {
    converted: 0,
    all: 0,
  })
  const inMoney = (value: string) => formatPrice({ value, currency }, site)
  const churnRate = (month: Month | undefined) => (month ? formatShare(month.membersLost, month.membersStart) : '–')
  return (
    <dl className={chart.numbers}>
      <div>
        <dt>{t.recurringRevenue}</dt>
        <dd>
          {inMoney(now.end)}
          <small>{before ? t.endOf(inMoney(before.end), formatMonth(before.month, pageLanguage())) : ''}</small>
        </dd>
      </div>
      <div>
        <dt>{t.paying}</dt>
        <dd>
          {now.membersEnd}
          <small>{t.joinedLeft(now.membersGained, now.membersLost)}</small>
        </dd>
      </div>
      <div>
        <dt>{t.churnRate}</dt>
        <dd>
          {churnRate(now)}
          <small>{before ? t.churnIn(churnRate(before), formatMonth(before.month, pageLanguage())) : t.toDate}</small>
        </dd>
      </div>
      <div>
        <dt>{t.conversion}</dt>
        <dd>
          {formatShare(decided.converted, decided.all)}
          <small>{decided.all === 0 ? t.noTrials : t.ofTrials(decided.converted, decided.all)}</small>
        </dd>
      </div>
    </dl>
  )
}

function Movement({ months, currency }: { months: Month[]; currency: string }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const format = createMoneyFormat(currency)
  const labels = months.map(({ month, isOpen }) => `${formatMonth(month, pageLanguage())}${isOpen ? '…' : ''}`)
  const toValues = (pick: (month: Month) => string, sign = 1) => months.map((month) => Number(pick(month)) * sign)
  return (
    <>
      <Chart
        title={t.revenue}
        about={t.revenueAbout}
        kind="lines"
        first={shared.month}
        file="recurring-revenue.csv"
        data={{ labels, format, series: [{ name: t.recurringRevenue, mark: 1, values: toValues(({ end }) => end) }] }}
        rows={months.map(({ month, end }) => [month, end])}
      />
      <Chart
        title={t.changes}
        about={t.changesAbout}
        kind="bars"
        first={shared.month}
        file="recurring-movement.csv"
        data={{
          labels,
          format,
          series: [
            { name: shared.new, mark: 1, values: toValues((month) => month.new) },
            { name: shared.returning, mark: 2, values: toValues(({ returned }) => returned) },
            { name: t.expansion, mark: 3, values: toValues(({ expansion }) => expansion) },
            { name: t.contraction, mark: 4, values: toValues(({ contraction }) => contraction, -1) },
            { name: t.churn, mark: 5, values: toValues(({ churned }) => churned, -1) },
          ],
        }}
        rows={months.map((month) => [month.month, month.new, month.returned, month.expansion, `-${month.contraction}`, `-${month.churned}`])}
      />
      <Chart
        title={t.churn}
        about={t.churnAbout}
        kind="lines"
        first={shared.month}
        file="churn.csv"
        data={{
          labels,
          format: (value) => formatPercent(value, pageLanguage(), 1),
          series: [
            {
              name: shared.members,
              mark: 1,
              values: months.map(({ membersLost, membersStart }) => (membersStart === 0 ? null : (membersLost / membersStart) * 100)),
            },
            {
              name: t.churnRevenue,
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
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  if (plans.length === 0) return null
  const formatMonthly = (list: Recurring['plans'][number]['perMonth']) =>
    list.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')
  return (
    <Section title={t.activePlans} about={t.plansAbout}>
      <Table
        caption={t.activePlans}
        columns={[
          { title: shared.plan },
          { title: t.active, figure: true },
          { title: shared.inTrial, figure: true },
          { title: t.paused, figure: true },
          { title: t.notStarted, figure: true },
          { title: t.notRenewing, figure: true },
          { title: t.perMonth, figure: true },
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
          table={{
            file: 'active-plans.csv',
            head: [shared.plan, t.active, shared.inTrial, t.paused, t.notStarted, t.notRenewing, t.perMonth, t.planId],
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
          }}
        />
      </div>
    </Section>
  )
}

function Trials({ trials }: { trials: Recurring['trials'] }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  if (trials.every(({ started }) => started === 0)) return null
  return (
    <Chart
      title={t.trials}
      about={t.trialsAbout}
      kind="bars"
      first={t.started}
      file="trials.csv"
      data={{
        labels: trials.map(({ month }) => formatMonth(month, pageLanguage())),
        format: formatCount,
        series: [
          { name: t.converted, mark: 1, values: trials.map(({ converted }) => converted) },
          { name: shared.inTrial, mark: 2, values: trials.map(({ running }) => running) },
          { name: t.pending, mark: 4, values: trials.map(({ undecided }) => undecided) },
          { name: t.notConverted, mark: 5, values: trials.map(({ left }) => left) },
        ],
      }}
    />
  )
}
