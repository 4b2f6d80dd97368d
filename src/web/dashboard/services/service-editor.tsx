import { Button, Checkbox, MultiSelect, NumberInput, SegmentedControl, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { PictureField } from '#web/kit/picture-field.tsx'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { NotSaved } from '../parts/conflict.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsaved } from '../parts/unsaved.tsx'
import type { Service } from '../entities.ts'
import css from './services.module.css'

interface Draft {
  type: Service['type']
  name: string
  description: string
  picture: { id?: string; url: string } | undefined
  category: string | null
  minutes: number
  pause: number
  capacity: number
  price: string
  free: boolean
  online: boolean
  desk: boolean
  plans: string[]
  staff: string[]
  approval: boolean
  open: boolean
  place: string | null
}
const pictureOf = (service: Service): Draft['picture'] => (service.media as Media | undefined)?.mainMedia?.image
interface Media {
  mainMedia?: { image: { id: string; url: string } }
}
/** Only what was changed: other pictures of the service stay as they are. */
function mediaWish(draft: Draft, saved: Service | undefined): object {
  if (draft.picture?.url === (saved ? pictureOf(saved) : undefined)?.url) return {}
  const item = draft.picture ? { image: draft.picture } : null
  return { media: { ...(saved?.media as object | undefined), mainMedia: item, coverMedia: item } }
}
const fresh: Draft = {
  type: 'APPOINTMENT',
  name: '',
  description: '',
  picture: undefined,
  category: null,
  minutes: 60,
  pause: 0,
  capacity: 10,
  price: '',
  free: false,
  online: true,
  desk: true,
  plans: [],
  staff: [],
  approval: false,
  open: true,
  place: null,
}
const draftOf = (service: Service): Draft => ({
  type: service.type,
  name: service.name ?? '',
  description: service.description ?? '',
  picture: pictureOf(service),
  category: service.category?.id ?? null,
  minutes: service.schedule?.availabilityConstraints?.sessionDurations?.[0] ?? 60,
  pause: service.schedule?.availabilityConstraints?.timeBetweenSessions ?? 0,
  capacity: service.defaultCapacity ?? 1,
  price: service.payment?.fixed?.price?.value ?? service.payment?.varied?.defaultPrice?.value ?? '',
  free: service.payment?.rateType === 'NO_FEE',
  online: service.payment?.options?.online ?? false,
  desk: service.payment?.options?.inPerson ?? false,
  plans: service.payment?.pricingPlanIds ?? [],
  staff: service.staffMemberIds ?? [],
  approval: service.onlineBooking?.requireManualApproval ?? false,
  open: service.onlineBooking?.enabled ?? true,
  place: service.locations?.[0]?.business?.id ?? null,
})

/** Name, length, price, people: what a customer needs to decide and the house needs to deliver. */
export function ServiceEditor({
  service,
  onClose,
  onCreated,
}: {
  service: Service | 'new' | undefined
  onClose: () => void
  onCreated: (service: Service) => void
}) {
  const site = useSite()
  const open = service !== undefined
  const saved = service !== 'new' ? service : undefined
  const [draft, setDraft] = useState(fresh)
  const people = useAsk('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled: open })
  const places = useAsk('staff.listLocations', undefined, { enabled: open })
  const categories = useAsk('services.queryCategoriesV2', undefined, { enabled: open })
  const plans = useAsk('plans.listPlans', { query: { archived: 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } }, { enabled: open })
  const create = useDo('services.createService')
  const drawOne = useDo('media.drawPicture')
  const update = useDo('services.updateService')
  const addPlans = useDo('services.enablePricingPlansForService')
  const removePlans = useDo('services.disablePricingPlansForService')
  const key = service === 'new' ? 'new' : service?.id
  const startOver = () => {
    setDraft(saved ? draftOf(saved) : fresh)
    create.reset()
    update.reset()
  }
  const restart = useEffectEvent(startOver)
  // A new draft only for another service: reading the same one again must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => setDraft((old) => ({ ...old, [name]: value }))
  const appointment = draft.type === 'APPOINTMENT'
  const unsaved = useUnsaved(onClose)
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    const wish = {
      type: draft.type,
      name: draft.name.trim(),
      description: draft.description,
      ...mediaWish(draft, saved),
      ...(draft.category ? { category: { id: draft.category } } : {}),
      defaultCapacity: appointment ? 1 : draft.capacity,
      onlineBooking: { enabled: draft.open, requireManualApproval: draft.approval, allowMultipleRequests: false },
      payment: {
        ...(draft.free ? { rateType: 'NO_FEE' } : { rateType: 'FIXED', fixed: { price: { value: draft.price || '0', currency: site.currency } } }),
        options: {
          online: draft.free ? false : draft.online,
          inPerson: draft.free ? draft.plans.length === 0 : draft.desk,
          deposit: false,
          pricingPlan: draft.plans.length > 0,
        },
      },
      ...(appointment
        ? { schedule: { availabilityConstraints: { sessionDurations: [draft.minutes], timeBetweenSessions: draft.pause } }, staffMemberIds: draft.staff }
        : {}),
      ...(draft.place ? { locations: [{ type: 'BUSINESS', business: { id: draft.place } }] } : {}),
    }
    try {
      const { service: stored } = saved
        ? await update.mutateAsync({ params: { id: saved.id }, body: { service: { ...wish, id: saved.id, revision: saved.revision } } })
        : await create.mutateAsync({ body: { service: wish } })
      const before = saved?.payment?.pricingPlanIds ?? []
      const added = draft.plans.filter((id) => !before.includes(id)),
        gone = before.filter((id) => !draft.plans.includes(id))
      if (added.length) await addPlans.mutateAsync({ params: { serviceId: stored.id }, body: { pricingPlanIds: added } })
      if (gone.length) await removePlans.mutateAsync({ params: { serviceId: stored.id }, body: { pricingPlanIds: gone } })
      unsaved.saved()
      toast(saved ? 'Saved.' : `${stored.name} is on the site.`)
      if (saved) onClose()
      else onCreated(stored)
    } catch {
      /* shown above the form */
    }
  }
  const problem = create.error ?? update.error ?? addPlans.error ?? removePlans.error
  return (
    <SidePanel
      open={open}
      onClose={unsaved.close}
      size={560}
      title={saved ? `Edit ${saved.name}` : 'New service'}
      footer={
        <Button type="submit" form="service" size="md" loading={create.isPending || update.isPending}>
          {saved ? 'Save changes' : 'Create service'}
        </Button>
      }
    >
      <form id="service" onSubmit={(event) => void save(event)} onChange={unsaved.touched}>
        <Stack gap="lg">
          <NotSaved error={problem} onTheirs={startOver} onMine={() => void save()} />
          {!saved && (
            <SegmentedControl
              size="md"
              fullWidth
              aria-label="Kind"
              value={draft.type}
              onChange={(type) => set('type', type as Draft['type'])}
              data={[
                { value: 'APPOINTMENT', label: 'Appointment' },
                { value: 'CLASS', label: 'Class' },
                { value: 'COURSE', label: 'Course' },
              ]}
            />
          )}
          <Text c="dimmed" size="sm" mt={-8}>
            {appointment
              ? 'One client picks a free time of somebody on the staff.'
              : draft.type === 'CLASS'
                ? 'Dates with places; people book one date each.'
                : 'A series of dates; people book all of them at once.'}
          </Text>
          <TextInput size="md" label="Name" required maxLength={400} value={draft.name} onChange={(event) => set('name', event.currentTarget.value)} />
          <Textarea
            size="md"
            label="Description"
            autosize
            minRows={3}
            maxLength={7000}
            value={draft.description}
            onChange={(event) => set('description', event.currentTarget.value)}
          />
          <PictureField
            label="Picture"
            shape="16 / 10"
            seed={draft.name || 'A new service'}
            value={draft.picture}
            onChange={(picture) => {
              set('picture', picture)
              unsaved.touched()
            }}
            draw={async () => (await drawOne.mutateAsync({ body: { seed: draft.name.trim() || 'A new service' } })).image}
          />
          <Select
            size="md"
            label="Category"
            clearable
            value={draft.category}
            onChange={(value) => set('category', value)}
            data={categories.data?.categories.map((one) => ({ value: one.id, label: one.name ?? 'Without a name' })) ?? []}
          />
          {appointment ? (
            <>
              <div className={css.pair}>
                <NumberInput
                  size="md"
                  label="Minutes"
                  min={5}
                  max={1440}
                  step={5}
                  value={draft.minutes}
                  onChange={(value) => set('minutes', Number(value) || 60)}
                />
                <NumberInput
                  size="md"
                  label="Pause after, minutes"
                  min={0}
                  max={720}
                  step={5}
                  value={draft.pause}
                  onChange={(value) => set('pause', Number(value) || 0)}
                />
              </div>
              <MultiSelect
                size="md"
                label="Who offers it"
                placeholder={draft.staff.length ? undefined : 'Choose people'}
                value={draft.staff}
                onChange={(value) => set('staff', value)}
                data={people.data?.staffMembers.map((one) => ({ value: one.resourceId, label: one.name ?? 'Without a name' })) ?? []}
              />
            </>
          ) : (
            <NumberInput size="md" label="Places" min={1} max={1000} value={draft.capacity} onChange={(value) => set('capacity', Number(value) || 1)} />
          )}
          {places.data && places.data.locations.length > 0 && (
            <Select
              size="md"
              label="Where"
              value={draft.place}
              onChange={(value) => set('place', value)}
              data={places.data.locations.map((one) => ({ value: one.id, label: one.name }))}
            />
          )}
          <Switch size="md" label="Free of charge" checked={draft.free} onChange={(event) => set('free', event.currentTarget.checked)} />
          {!draft.free && (
            <>
              <NumberInput
                size="md"
                label={`Price in ${site.currency}`}
                required
                min={0}
                decimalScale={2}
                hideControls
                value={draft.price}
                onChange={(value) => set('price', String(value))}
              />
              <Stack gap="xs" role="group" aria-label="Paid">
                <Checkbox size="md" label="Paid online" checked={draft.online} onChange={(event) => set('online', event.currentTarget.checked)} />
                <Checkbox size="md" label="Paid at the desk" checked={draft.desk} onChange={(event) => set('desk', event.currentTarget.checked)} />
              </Stack>
            </>
          )}
          <MultiSelect
            size="md"
            label="Plans that pay for it"
            description="Members with one of these book without paying again."
            clearable
            value={draft.plans}
            onChange={(value) => set('plans', value)}
            data={plans.data?.plans.map((one) => ({ value: one.id, label: one.name })) ?? []}
          />
          <Switch size="md" label="Can be booked online" checked={draft.open} onChange={(event) => set('open', event.currentTarget.checked)} />
          <Switch
            size="md"
            label="I confirm each booking by hand"
            checked={draft.approval}
            onChange={(event) => set('approval', event.currentTarget.checked)}
          />
        </Stack>
      </form>
    </SidePanel>
  )
}
