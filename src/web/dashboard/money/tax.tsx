import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { formatMonth } from '#web/kit/days.ts'
import { useEdits } from '#web/kit/edits.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Filters } from '../parts/list-tools.tsx'
import { Card, Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { Table } from '../parts/table.tsx'
import { formatPrice } from '../parts/format-times.ts'
import { columnMessages } from './columns.messages.ts'
import { messages } from './tax.messages.tsx'
import { commonWords } from '../parts/common-words.ts'

type Terms = ReplyOf<'sellingTerms.getSellingTerms'>
type Row = ReplyOf<'moneyLists.getTaxTotals'>['months'][number]
const formatTax = ({ tax }: Row, language: string): string =>
  tax ? currentMessages(messages).rateOf(tax.name, formatPercent(tax.rate, language), tax.includedInPrice) : currentMessages(messages).noTax

/** Tax by month, and the terms under which plans are sold. */
export function Tax() {
  const terms = useApiQuery('sellingTerms.getSellingTerms')
  return (
    <>
      <Totals />
      <QueryView query={terms}>{(data) => <TermsForm terms={data} />}</QueryView>
    </>
  )
}

function Totals() {
  const t = useMessages(messages)
  const columns = useMessages(columnMessages)
  const site = useSite()
  const period = usePeriod()
  const found = useApiQuery('moneyLists.getTaxTotals', { query: period }, keepPrevious)
  return (
    <Section title={t.byMonth} about={t.byMonthAbout}>
      <Filters>
        <PeriodFilter />
        <ListExportButton file="tax.csv" operation="moneyExports.exportTaxTotals" input={{ query: period }} />
      </Filters>
      <QueryView query={found}>
        {({ months }) =>
          months.length === 0 ? (
            <Text c="dimmed">{t.noSales}</Text>
          ) : (
            <Table
              caption={t.byMonth}
              columns={[
                { title: t.month },
                { title: columns.tax },
                // The first figure is the one that a phone shows.
                { title: t.taxAmount, figure: true },
                { title: t.net, figure: true },
                { title: t.gross, figure: true },
              ]}
              rows={months.map((row) => ({
                key: `${row.month}-${row.currency}-${formatTax(row, pageLanguage())}`,
                cells: [
                  formatMonth(row.month, pageLanguage()),
                  formatTax(row, pageLanguage()),
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
      data={[...new Set([...choices, days])].map((value) => ({ value: String(value), label: currentMessages(messages).days(value) }))}
    />
  )
}

function TermsForm({ terms }: { terms: Terms }) {
  const save = useApiMutation('sellingTerms.setSellingTerms')
  const onChange = (change: TermsChange) => void save.mutateAsync({ body: change }).then(() => toast(commonWords.saved), toastError)
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
  const { values, edits, edit, followSaved } = useEdits({
    on: terms.tax !== undefined,
    name: terms.tax?.name ?? '',
    rate: terms.tax?.rate ?? '',
    included: terms.tax?.includedInPrice ?? true,
    byAddress: terms.tax?.byBusinessAddress ?? false,
  })
  const fieldError = (field: string) => save.error?.violations.find((one) => one.field === field)?.description
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { on, name, rate, included, byAddress } = values
    const tax = on ? { name: name.trim(), rate: rate.trim().replace(',', '.'), includedInPrice: included, byBusinessAddress: byAddress } : null
    if (!(await save.mutateAsync({ body: { tax } }).catch(() => undefined))) return
    toast(currentMessages(messages).savedForNew)
    await followSaved(edits)
  }
  return { save, values, edit, fieldError, submit }
}
function TaxSettings({ terms }: { terms: Terms }) {
  const t = useMessages(messages)
  const { save, values, edit, fieldError, submit } = useTaxForm(terms)
  const { on, name, rate, included, byAddress } = values
  return (
    <Section title={currentMessages(columnMessages).tax} about={t.taxAbout}>
      <Card>
        <form onSubmit={(event) => void submit(event)}>
          <AllowedFields operation="sellingTerms.setSellingTerms">
            <Stack gap="lg" maw={520}>
              <Switch size="md" label={t.charge} checked={on} onChange={(event) => edit({ on: event.currentTarget.checked })} />
              {on && (
                <>
                  <TextInput
                    size="md"
                    label={commonWords.name}
                    placeholder={t.nameExample}
                    required
                    maxLength={40}
                    value={name}
                    error={fieldError('tax.name')}
                    onChange={(event) => edit({ name: event.currentTarget.value })}
                  />
                  <TextInput
                    size="md"
                    label={t.rateInPercent}
                    placeholder="19"
                    required
                    inputMode="decimal"
                    maxLength={10}
                    value={rate}
                    error={fieldError('tax.rate')}
                    onChange={(event) => edit({ rate: event.currentTarget.value })}
                  />
                  <Radio.Group label={t.prices} value={included ? 'in' : 'on'} onChange={(value) => edit({ included: value === 'in' })}>
                    <Stack gap="sm" mt="xs">
                      <Radio size="md" value="in" label={t.include} />
                      <Radio size="md" value="on" label={t.exclude} />
                    </Stack>
                  </Radio.Group>
                  <Switch
                    size="md"
                    label={t.byAddress}
                    description={t.byAddressHint}
                    checked={byAddress}
                    onChange={(event) => edit({ byAddress: event.currentTarget.checked })}
                  />
                  {byAddress && !terms.hasBusinessAddress && (
                    <Notice tone="wait" title={t.incomplete}>
                      {t.incompleteHint((text) => (
                        <DashboardLink to="/dashboard/site">{text}</DashboardLink>
                      ))}
                    </Notice>
                  )}
                </>
              )}
              {save.error && save.error.violations.length === 0 && <SaveError error={save.error} />}
              <div>
                <Allowed operation="sellingTerms.setSellingTerms">
                  <Button type="submit" size="md" loading={save.isPending}>
                    {t.save}
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

function SellingSettings({ terms, onChange }: TermsProps) {
  const t = useMessages(messages)
  return (
    <Section title={t.selling}>
      <Card>
        <Stack gap="lg" maw={520}>
          <Switch
            size="md"
            label={t.sell}
            description={t.sellHint}
            checked={terms.enabled}
            onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={t.payAtDesk}
            description={t.payAtDeskHint}
            checked={terms.payAtDesk}
            onChange={(event) => onChange({ payAtDesk: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={t.redeem}
            description={t.redeemHint}
            checked={terms.redeemAtDesk}
            onChange={(event) => onChange({ redeemAtDesk: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={t.catchUp}
            description={t.catchUpHint}
            checked={terms.catchUp === 'all'}
            onChange={(event) => onChange({ catchUp: event.currentTarget.checked ? 'all' : 'current-only' })}
          />
          <Switch
            size="md"
            label={t.onEnd}
            description={t.onEndHint}
            checked={terms.onPlanEnd === 'cancel'}
            onChange={(event) => onChange({ onPlanEnd: event.currentTarget.checked ? 'cancel' : 'keep' })}
          />
          <DaysSelect
            label={t.minPeriod}
            days={terms.minRecurringCycleDays}
            choices={[1, 2, 3, 4, 5, 6, 7]}
            onChange={(minRecurringCycleDays) => onChange({ minRecurringCycleDays })}
          />
          <DaysSelect
            label={t.minLength}
            days={terms.minSinglePaymentDays}
            choices={[1, 7, 14, 30]}
            onChange={(minSinglePaymentDays) => onChange({ minSinglePaymentDays })}
          />
        </Stack>
      </Card>
    </Section>
  )
}

function RefundSettings({ terms, onChange }: TermsProps) {
  const t = useMessages(messages)
  return (
    <Section title={t.refunds} about={t.refundsAbout}>
      <Card>
        <Radio.Group
          label={t.whenCancelled}
          value={terms.refundOnCancel}
          onChange={(value) => onChange({ refundOnCancel: value === 'full-minus-fee' ? 'full-minus-fee' : 'none' })}
        >
          <Stack gap="sm" mt="xs">
            <Radio size="md" value="none" label={t.noRefund} />
            <Radio size="md" value="full-minus-fee" label={t.refund} />
          </Stack>
        </Radio.Group>
        <Text c="dimmed" size="sm" mt="sm">
          {t.requests}
        </Text>
      </Card>
    </Section>
  )
}
