import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { formatMonth } from '#web/kit/days.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { ExportButton } from '../parts/export.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Filters } from '../parts/list-tools.tsx'
import { Card, Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { Table } from '../parts/table.tsx'
import { formatPrice } from '../parts/format.ts'

type Terms = ReplyOf<'sellingTerms.getSellingTerms'>
type Row = ReplyOf<'moneyLists.getTaxTotals'>['months'][number]
const formatTax = ({ tax }: Row, language: string): string =>
  tax ? `${tax.name} ${formatPercent(tax.rate, language)}${tax.includedInPrice ? ', included' : ''}` : 'No tax'

/** Tax by month, and the terms under which plans are sold. */
export function Tax() {
  const terms = useApiQuery('sellingTerms.getSellingTerms')
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
    <Section title="Sales and tax by month" about="By payment date. Refunds are deducted in the month they were made.">
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
            <Text c="dimmed">No sales in this period.</Text>
          ) : (
            <Table
              caption="Sales and tax by month"
              columns={[
                { title: 'Month' },
                { title: 'Tax' },
                // The first figure is the one that a phone shows.
                { title: 'Tax amount', figure: true },
                { title: 'Net', figure: true },
                { title: 'Gross', figure: true },
              ]}
              rows={months.map((row) => ({
                key: `${row.month}-${row.currency}-${formatTax(row, site.language)}`,
                cells: [
                  formatMonth(row.month, site.language),
                  formatTax(row, site.language),
                  formatPrice({ value: row.taxAmount, currency: row.currency }, site),
                  formatPrice({ value: row.net, currency: row.currency }, site),
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

/** A number of days to choose from a few; a value that was set elsewhere is listed too. */
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
  const save = useApiMutation('sellingTerms.setSellingTerms')
  const onChange = (change: TermsChange) => void save.mutateAsync({ body: change }).then(() => toast('Saved.'), toastError)
  return (
    <>
      <TaxSettings terms={terms} />
      <SellingSettings terms={terms} onChange={onChange} />
      <RefundSettings terms={terms} onChange={onChange} />
    </>
  )
}
type TermsChange = Omit<InputOf<'sellingTerms.setSellingTerms'>['body'], 'tax'>
interface TermsProps {
  terms: Terms
  onChange: (change: TermsChange) => void
}

function useTaxForm(terms: Terms) {
  const save = useApiMutation('sellingTerms.setSellingTerms')
  const [on, setOn] = useState(terms.tax !== undefined)
  const [name, setName] = useState(terms.tax?.name ?? '')
  const [rate, setRate] = useState(terms.tax?.rate ?? '')
  const [included, setIncluded] = useState(terms.tax?.includedInPrice ?? true)
  const [byAddress, setByAddress] = useState(terms.tax?.byBusinessAddress ?? false)
  const fieldError = (field: string) => save.error?.violations.find((one) => one.field === field)?.description
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const tax = on ? { name: name.trim(), rate: rate.trim().replace(',', '.'), includedInPrice: included, byBusinessAddress: byAddress } : null
    if (await save.mutateAsync({ body: { tax } }).catch(() => undefined)) toast('Saved. Applies to new purchases.')
  }
  return { save, on, setOn, name, setName, rate, setRate, included, setIncluded, byAddress, setByAddress, fieldError, submit }
}
function TaxSettings({ terms }: { terms: Terms }) {
  const { save, on, setOn, name, setName, rate, setRate, included, setIncluded, byAddress, setByAddress, fieldError, submit } = useTaxForm(terms)
  return (
    <Section title="Tax" about="Applies to new purchases and bookings only. Existing subscriptions and bookings keep their tax.">
      <Card>
        <form onSubmit={(event) => void submit(event)}>
          <AllowedFields operation="sellingTerms.setSellingTerms">
            <Stack gap="lg" maw={520}>
              <Switch size="md" label="Charge tax on plans and bookings" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
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
                  <Radio.Group label="Prices" value={included ? 'in' : 'on'} onChange={(value) => setIncluded(value === 'in')}>
                    <Stack gap="sm" mt="xs">
                      <Radio size="md" value="in" label="include tax" />
                      <Radio size="md" value="on" label="exclude tax, which is added at checkout" />
                    </Stack>
                  </Radio.Group>
                  <Switch
                    size="md"
                    label="Require a complete business address"
                    description="Plans are only sold when the address includes the country, plus state or province for the US and Canada."
                    checked={byAddress}
                    onChange={(event) => setByAddress(event.currentTarget.checked)}
                  />
                  {byAddress && !terms.hasBusinessAddress && (
                    <Notice tone="wait" title="Your address is incomplete">
                      Customers can’t buy plans until it’s complete. Add it under <DashboardLink to="/dashboard/site">Site</DashboardLink>.
                    </Notice>
                  )}
                </>
              )}
              {save.error && save.error.violations.length === 0 && <SaveError error={save.error} />}
              <div>
                <Allowed operation="sellingTerms.setSellingTerms">
                  <Button type="submit" size="md" loading={save.isPending}>
                    Save tax
                  </Button>
                </Allowed>
              </div>
            </Stack>
          </AllowedFields>
        </form>
      </Card>
    </Section>
  )
}

const SellingSettings = ({ terms, onChange }: TermsProps) => (
  <Section title="Selling plans">
    <Card>
      <Stack gap="lg" maw={520}>
        <Switch
          size="md"
          label="Sell plans"
          description="When off, plans are hidden and can’t be bought. Existing subscriptions continue and renew."
          checked={terms.enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <Switch
          size="md"
          label="Offer to pay in person"
          description="Customers can choose to pay in person at checkout. You mark the order as paid."
          checked={terms.payAtDesk}
          onChange={(event) => onChange({ payAtDesk: event.currentTarget.checked })}
        />
        <Switch
          size="md"
          label="Redeem plans in person"
          description="Storefronts can accept bookings to be paid with a plan on arrival. You redeem the plan in the booking."
          checked={terms.redeemAtDesk}
          onChange={(event) => onChange({ redeemAtDesk: event.currentTarget.checked })}
        />
        <Switch
          size="md"
          label="Charge missed periods after downtime"
          description="When off, only the current period is charged after a long outage. Missed periods are listed under Payments."
          checked={terms.catchUp === 'all'}
          onChange={(event) => onChange({ catchUp: event.currentTarget.checked ? 'all' : 'current-only' })}
        />
        <Switch
          size="md"
          label="Cancel bookings when a plan ends"
          description="When off, sessions booked with the plan stay booked and are listed in its details."
          checked={terms.onPlanEnd === 'cancel'}
          onChange={(event) => onChange({ onPlanEnd: event.currentTarget.checked ? 'cancel' : 'keep' })}
        />
        <DaysSelect
          label="Minimum billing period"
          days={terms.minRecurringCycleDays}
          choices={[1, 2, 3, 4, 5, 6, 7]}
          onChange={(minRecurringCycleDays) => onChange({ minRecurringCycleDays })}
        />
        <DaysSelect
          label="Minimum length of one-time plans"
          days={terms.minSinglePaymentDays}
          choices={[1, 7, 14, 30]}
          onChange={(minSinglePaymentDays) => onChange({ minSinglePaymentDays })}
        />
      </Stack>
    </Card>
  </Section>
)

const RefundSettings = ({ terms, onChange }: TermsProps) => (
  <Section title="Cancellation refunds" about="What happens to card payments. You can always refund a payment yourself, in full or in part.">
    <Card>
      <Radio.Group
        label="When a customer cancels in time, or you cancel a session"
        value={terms.refundOnCancel}
        onChange={(value) => onChange({ refundOnCancel: value === 'full-minus-fee' ? 'full-minus-fee' : 'none' })}
      >
        <Stack gap="sm" mt="xs">
          <Radio size="md" value="none" label="Don’t refund automatically" />
          <Radio size="md" value="full-minus-fee" label="Refund automatically, minus any cancellation fee" />
        </Stack>
      </Radio.Group>
      <Text c="dimmed" size="sm" mt="sm">
        Paid requests that you decline, or that are cancelled before you approve them, are always refunded in full.
      </Text>
    </Card>
  </Section>
)
