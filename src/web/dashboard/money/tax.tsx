import { Button, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { ExportButton } from '../parts/export.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Filters } from '../parts/list.tsx'
import { Card, Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { Table } from '../parts/table.tsx'
import { formatPrice } from '../parts/format.ts'

type Terms = ReplyOf<'moneyLists.getSellingTerms'>
type Row = ReplyOf<'moneyLists.getTaxTotals'>['months'][number]
const formatTax = ({ tax }: Row): string => (tax ? `${tax.name} ${Number(tax.rate)} %${tax.includedInPrice ? ', included' : ''}` : 'No tax')
const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`))

/** What is owed to the tax office by month, and how plans are sold. */
export function Tax() {
  const terms = useApiQuery('moneyLists.getSellingTerms')
  return (
    <>
      <Totals />
      <QueryView query={terms}>{(data) => <TermsForm key={JSON.stringify(data)} terms={data} />}</QueryView>
    </>
  )
}

function Totals() {
  const site = useSite()
  const period = usePeriod()
  const found = useApiQuery('moneyLists.getTaxTotals', { query: period }, keepPrevious)
  return (
    <Section title="Sales and tax by month" about="By the day on which the money moved; what was given back is taken off in the month in which it went.">
      <Filters>
        <PeriodFilter />
        <ExportButton
          pages={{
            file: 'tax.csv',
            head: ['Month', 'Tax', 'Rate', 'Included', 'Net', 'Tax amount', 'Gross', 'Currency'],
            page: async () => {
              const { months } = await call('moneyLists.getTaxTotals', { query: period })
              return {
                rows: months.map((row) => [row.month, row.tax?.name, row.tax?.rate, row.tax?.includedInPrice, row.net, row.taxAmount, row.gross, row.currency]),
                next: undefined,
              }
            },
          }}
        />
      </Filters>
      <QueryView query={found}>
        {({ months }) =>
          months.length === 0 ? (
            <Text c="dimmed">Nothing was sold in this period.</Text>
          ) : (
            <Table
              caption="Sales and tax by month"
              columns={[
                { title: 'Month' },
                { title: 'Tax' },
                { title: 'Net', figure: true },
                { title: 'Tax amount', figure: true },
                { title: 'Gross', figure: true },
              ]}
              rows={months.map((row) => ({
                key: `${row.month}-${row.currency}-${formatTax(row)}`,
                cells: [
                  formatMonth(row.month, site.language),
                  formatTax(row),
                  formatPrice({ value: row.net, currency: row.currency }, site),
                  formatPrice({ value: row.taxAmount, currency: row.currency }, site),
                  formatPrice({ value: row.gross, currency: row.currency }, site),
                ],
              }))}
            />
          )
        }
      </QueryView>
    </Section>
  )
}

/** A number of days out of a few; one that was set elsewhere stands among them. */
function DaysSelect({ label, days, choices, onChange }: { label: string; days: number; choices: readonly number[]; onChange: (days: number) => void }) {
  return (
    <Select
      size="md"
      label={label}
      allowDeselect={false}
      value={String(days)}
      onChange={(next) => next && onChange(Number(next))}
      data={[...new Set([...choices, days])].map((value) => ({ value: String(value), label: value === 1 ? '1 day' : `${value} days` }))}
    />
  )
}

function TermsForm({ terms }: { terms: Terms }) {
  const save = useApiMutation('moneyLists.setSellingTerms')
  const [on, setOn] = useState(terms.tax !== undefined)
  const [name, setName] = useState(terms.tax?.name ?? '')
  const [rate, setRate] = useState(terms.tax?.rate ?? '')
  const [included, setIncluded] = useState(terms.tax?.includedInPrice ?? true)
  const [byAddress, setByAddress] = useState(terms.tax?.byBusinessAddress ?? false)
  const fieldError = (field: string) => save.error?.violations.find((one) => one.field === field)?.description
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const tax = on ? { name: name.trim(), rate: rate.trim().replace(',', '.'), includedInPrice: included, byBusinessAddress: byAddress } : null
    if (await save.mutateAsync({ body: { tax } }).catch(() => undefined)) toast('Saved. It holds for new purchases.')
  }
  const changeTerms = (
    change: Pick<
      InputOf<'moneyLists.setSellingTerms'>['body'],
      'enabled' | 'payAtDesk' | 'redeemAtDesk' | 'catchUp' | 'onPlanEnd' | 'refundOnCancel' | 'minRecurringCycleDays' | 'minSinglePaymentDays'
    >,
  ) => save.mutateAsync({ body: change }).then(() => toast('Saved.'), toastError)
  return (
    <>
      <Section title="Tax on plans" about="Applies to new purchases only: everybody keeps the tax they bought with.">
        <Card>
          <form onSubmit={(event) => void submit(event)}>
            <Stack gap="lg" maw={520}>
              <Switch size="md" label="Plans are sold with tax" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
              {on && (
                <>
                  <TextInput
                    size="md"
                    label="Name"
                    placeholder="VAT"
                    required
                    maxLength={40}
                    value={name}
                    error={fieldError('tax.name')}
                    onChange={(event) => setName(event.currentTarget.value)}
                  />
                  <TextInput
                    size="md"
                    label="Rate in percent"
                    placeholder="19"
                    required
                    inputMode="decimal"
                    maxLength={10}
                    value={rate}
                    error={fieldError('tax.rate')}
                    onChange={(event) => setRate(event.currentTarget.value)}
                  />
                  <Radio.Group label="The price of a plan" value={included ? 'in' : 'on'} onChange={(value) => setIncluded(value === 'in')}>
                    <Stack gap="sm" mt="xs">
                      <Radio size="md" value="in" label="includes the tax" />
                      <Radio size="md" value="on" label="is without tax; the tax comes on top at the checkout" />
                    </Stack>
                  </Radio.Group>
                  <Switch
                    size="md"
                    label="Sell only while the business address is complete"
                    description="Where the tax goes by where the business is: country, and state in the USA and Canada."
                    checked={byAddress}
                    onChange={(event) => setByAddress(event.currentTarget.checked)}
                  />
                  {byAddress && !terms.hasBusinessAddress && (
                    <Notice tone="wait" title="The address is not complete">
                      Nobody can buy a plan until it is. Add it under <DashboardLink to="/dashboard/site">Site</DashboardLink>.
                    </Notice>
                  )}
                </>
              )}
              {save.error && save.error.violations.length === 0 && <SaveError error={save.error} />}
              <div>
                <Button type="submit" size="md" loading={save.isPending}>
                  Save tax
                </Button>
              </div>
            </Stack>
          </form>
        </Card>
      </Section>
      <Section title="How plans are sold">
        <Card>
          <Stack gap="lg" maw={520}>
            <Switch
              size="md"
              label="Plans are sold"
              description="Off: the plans leave your site and nobody can buy one. Those who hold one keep it, and it renews."
              checked={terms.enabled}
              onChange={(event) => void changeTerms({ enabled: event.currentTarget.checked })}
            />
            <Switch
              size="md"
              label="Pay at the front desk"
              description="The checkout of a plan offers to pay when the person comes; you mark it as paid."
              checked={terms.payAtDesk}
              onChange={(event) => void changeTerms({ payAtDesk: event.currentTarget.checked })}
            />
            <Switch
              size="md"
              label="Redeem plans at the front desk"
              description="Storefronts may take bookings that a plan pays for when the person comes; you redeem it in the booking."
              checked={terms.redeemAtDesk}
              onChange={(event) => void changeTerms({ redeemAtDesk: event.currentTarget.checked })}
            />
            <Switch
              size="md"
              label="Charge every missed period after a stop"
              description="Off: after a long stop of the server only the running period is charged, and the missed ones are listed under Payments for you."
              checked={terms.catchUp === 'all'}
              onChange={(event) => void changeTerms({ catchUp: event.currentTarget.checked ? 'all' : 'current-only' })}
            />
            <Switch
              size="md"
              label="Cancel what is booked after a plan has ended"
              description="Off: sessions that a plan paid for stay booked when it ends; its panel lists them for you."
              checked={terms.onPlanEnd === 'cancel'}
              onChange={(event) => void changeTerms({ onPlanEnd: event.currentTarget.checked ? 'cancel' : 'keep' })}
            />
            <DaysSelect
              label="Shortest period of a subscription"
              days={terms.minRecurringCycleDays}
              choices={[1, 2, 3, 4, 5, 6, 7]}
              onChange={(minRecurringCycleDays) => void changeTerms({ minRecurringCycleDays })}
            />
            <DaysSelect
              label="Shortest plan that is paid once"
              days={terms.minSinglePaymentDays}
              choices={[1, 7, 14, 30]}
              onChange={(minSinglePaymentDays) => void changeTerms({ minSinglePaymentDays })}
            />
          </Stack>
        </Card>
      </Section>
      <Section
        title="When a booking is cancelled"
        about="What happens to money that was paid by card. You can always give any payment back yourself, in full or in part."
      >
        <Card>
          <Radio.Group
            label="A customer cancels in time, or a session does not take place"
            value={terms.refundOnCancel}
            onChange={(value) => void changeTerms({ refundOnCancel: value === 'full-minus-fee' ? 'full-minus-fee' : 'none' })}
          >
            <Stack gap="sm" mt="xs">
              <Radio size="md" value="none" label="The payment stays; I decide about each one" />
              <Radio size="md" value="full-minus-fee" label="What was paid goes back by itself, less a cancellation fee that is due" />
            </Stack>
          </Radio.Group>
          <Text c="dimmed" size="sm" mt="sm">
            A paid request that you decline, or that is cancelled before you accepted it, always goes back in full.
          </Text>
        </Card>
      </Section>
    </>
  )
}
