/** A booking that the business makes for a client, confirmed at once. */
import { Button, Checkbox, NumberInput, Select, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { isFree } from './booked-entity.ts'
import { DryRunEffects } from './dry-run.tsx'
import { EmptyChoice } from './empty-choice.tsx'
import { formatServicePrice } from './format.ts'
import { messages } from './new-booking.messages.ts'
import { ClientFields, TimeFields } from './new-booking-fields.tsx'
import { partWords } from './part-words.messages.ts'
import { PlanChoice } from './plan-choice.tsx'
import { SaveError } from './save-error.tsx'
import { SidePanel } from './side-panel.tsx'
import { useUnsavedGuard } from './unsaved-guard.tsx'
import { type NewBookingDefaults, type NewBookingFormProps, type NewBookingState, useNewBooking } from './use-new-booking.ts'

export function NewBookingPanel({ start, onClose }: { start: NewBookingDefaults | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const unsaved = useUnsavedGuard(onClose)
  const onSaved = () => {
    unsaved.markSaved()
    onClose()
  }
  return (
    <SidePanel open={start !== undefined} onClose={unsaved.close} title={t.title}>
      {start && (
        <div onChange={unsaved.markDirty}>
          <NewBookingForm key={JSON.stringify([start.member?.id, start.date, start.time, start.serviceId])} start={start} onClose={onSaved} />
        </div>
      )}
    </SidePanel>
  )
}

export function NewBookingForm({ start, onClose }: NewBookingFormProps) {
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const site = useSite()
  const form = useNewBooking({ start, onClose })
  const price = form.service ? formatServicePrice(form.service, site) : ''
  const { service, people, setPeople, paid, setPaid, planFits, plan, setPlan, tell, setTell } = form
  return (
    <form onSubmit={(event) => void form.save(event)}>
      <Stack gap="lg">
        <SaveError error={form.error} />
        <Select
          size="md"
          label={t.service}
          required
          searchable
          placeholder={t.selectService}
          value={form.serviceId}
          onChange={form.chooseService}
          data={form.services.map((one) => ({ value: one.id, label: `${one.name}, ${formatServicePrice(one, site)}` }))}
        />
        {form.hasNoServices && <EmptyChoice of="service" />}
        <TimeFields form={form} />
        <ClientFields form={form} />
        {service && !form.appointment && (
          <NumberInput size="md" label={t.people} min={1} max={100} value={people} onChange={(value) => setPeople(Math.max(1, Number(value) || 1))} />
        )}
        {planFits && (
          <PlanChoice memberId={planFits.member.id} serviceId={planFits.service.id} start={planFits.starts} people={people} value={plan} onChange={setPlan} />
        )}
        {service && (!isFree(service) || form.more.length > 0) && !plan && (
          <Checkbox
            size="md"
            label={t.alreadyPaid}
            description={form.more.length > 0 ? t.visitPaid : people > 1 ? t.pricesPaid(price, people) : t.pricePaid(price)}
            checked={paid}
            onChange={(event) => setPaid(event.currentTarget.checked)}
          />
        )}
        <Checkbox size="md" label={t.sendEmail} checked={tell} onChange={(event) => setTell(event.currentTarget.checked)} />
        {!form.isSaving && <NewBookingEffects form={form} />}
        <Button type="submit" size="md" disabled={form.lacksTime} loading={form.isSaving}>
          {form.lacksTime ? words.selectTime : form.more.length > 0 ? t.bookServices(form.more.length + 1) : t.book}
        </Button>
      </Stack>
    </form>
  )
}

/** Who is booked, what of a plan is used and who is emailed; asked when the typing has stopped. */
function NewBookingEffects({ form: { input, visitInput } }: { form: NewBookingState }) {
  const key = JSON.stringify([input, visitInput])
  const [settled] = useDebouncedValue(key, 400)
  if (!input && !visitInput) return null
  if (settled !== key) return <Skeleton height={96} radius="md" />
  return visitInput ? (
    <DryRunEffects operation="multiBookings.createMultiServiceBooking" input={visitInput} />
  ) : (
    input && <DryRunEffects operation="bookings.createBooking" input={input} />
  )
}
