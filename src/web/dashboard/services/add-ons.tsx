/** Add-ons: extras that services offer in groups. Create, change and delete them; which services offer each is said. */
import { Button, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { AddOn, Service } from '../entities.ts'
import { readAmount, showAmount } from '../parts/amounts.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatPrice } from '../parts/format-times.ts'
import { LibraryPictureField } from '../parts/library-picture-field.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { servicesSearch } from '../search-params.ts'
import { allAddOnsQuery } from './all-services.ts'
import { addOnProblems, newAddOnForm, toAddOnForm, toAddOnInput, type AddOnForm } from './forms/add-on-form.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    deleteAddOn: 'Delete add-on',
    deleteUnused: 'No service offers it.',
    deleteUsed: (names: string) => `It’s taken out of ${names}. Existing bookings keep it.`,
    noneAbout: 'Extras that clients choose when they book, such as a towel, a drink or ten minutes more.',
    notOffered: 'Not offered by any service yet',
    moreMinutes: (price: string, minutes: number) => `${price} · ${minutes} min more`,
    upTo: (price: string, most: number) => `${price} · up to ${most}`,
    kind: 'Kind',
    byQuantity: 'By quantity',
    moreTime: 'More time',
    atMost: 'At most per booking',
    minutesAbout: 'Added to the appointment, so the time after it stays free.',
  },
  {
    de: {
      deleteAddOn: 'Extra löschen',
      deleteUnused: 'Kein Angebot enthält es.',
      deleteUsed: (names) => `Es wird entfernt aus ${names}. Bestehende Buchungen behalten es.`,
      noneAbout: 'Extras, die Kunden beim Buchen wählen, etwa ein Handtuch, ein Getränk oder zehn Minuten mehr.',
      notOffered: 'Noch in keinem Angebot',
      moreMinutes: (price, minutes) => `${price} · ${minutes} Min. mehr`,
      upTo: (price, most) => `${price} · bis zu ${most}`,
      kind: 'Art',
      byQuantity: 'Nach Anzahl',
      moreTime: 'Mehr Zeit',
      atMost: 'Höchstens pro Buchung',
      minutesAbout: 'Verlängert den Termin, damit die Zeit danach frei bleibt.',
    },
  },
)

function describeAddOn({ durationInMinutes, maxQuantity }: AddOn, price: string): string {
  const t = currentMessages(messages)
  return durationInMinutes ? t.moreMinutes(price, durationInMinutes) : t.upTo(price, maxQuantity ?? 1)
}

export function AddOns({ services }: { services: readonly Service[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const [url, setUrl] = useSearchState(servicesSearch)
  const found = useApiQuery('addOns.queryAddOnsByPost', allAddOnsQuery)
  const remove = useApiMutation('addOns.deleteAddOn')
  const confirm = useConfirm()
  const list = found.data?.addOns ?? []
  const editing = url.edit === 'new' ? ('new' as const) : list.find((one) => one.id === url.edit)
  const offering = (addOn: AddOn) =>
    services.filter(({ addOnGroups }) => addOnGroups.some(({ addOnIds }) => addOnIds.includes(addOn.id))).map(({ name }) => name)
  const removeOne = (addOn: AddOn) => {
    const names = offering(addOn)
    confirm({
      title: w.askDelete(addOn.name),
      danger: true,
      confirmLabel: t.deleteAddOn,
      successMessage: w.wasDeleted(addOn.name),
      description: names.length === 0 ? t.deleteUnused : t.deleteUsed(names.join(', ')),
      onConfirm: () => remove.mutateAsync({ params: { addOnId: addOn.id } }),
    })
  }
  return (
    <>
      <QueryView query={found}>
        {() =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconPlus size={26} />}
              title={w.noAddOns}
              action={
                <Allowed operation="addOns.createAddOn">
                  <Button onClick={() => setUrl({ edit: 'new' }, { push: true })}>{w.createAddOn}</Button>
                </Allowed>
              }
            >
              {t.noneAbout}
            </EmptyState>
          ) : (
            <List label={w.addOns}>
              {list.map((addOn) => (
                <Row
                  key={addOn.id}
                  title={addOn.name}
                  sub={offering(addOn).join(' · ') || t.notOffered}
                  facts={describeAddOn(addOn, formatPrice({ value: addOn.price.value, currency: site.currency }, site))}
                  onOpen={() => setUrl({ edit: addOn.id })}
                  actions={
                    <CardMenu
                      of={addOn.name}
                      actions={[
                        { label: commonWords.edit, operation: 'addOns.updateAddOn', icon: IconPencil, run: () => setUrl({ edit: addOn.id }) },
                        { label: commonWords.delete, operation: 'addOns.deleteAddOn', icon: IconTrash, danger: true, run: () => removeOne(addOn) },
                      ]}
                    />
                  }
                />
              ))}
            </List>
          )
        }
      </QueryView>
      <AddOnPanel key={url.edit ?? 'none'} addOn={editing} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

/** What is being typed, and its saving: only what changed is sent. */
function useAddOnEditor(addOn: AddOn | 'new' | undefined, onClose: () => void) {
  const w = useMessages(words)
  const saved = addOn === 'new' ? undefined : addOn
  const [typed, setTyped] = useState<AddOnForm>()
  const [isChecked, setChecked] = useState(false)
  const unsaved = useUnsavedGuard(onClose)
  const create = useApiMutation('addOns.createAddOn')
  const update = useApiMutation('addOns.updateAddOn')
  const form = typed ?? (saved ? toAddOnForm(saved) : newAddOnForm)
  const set = (part: Partial<AddOnForm>) => {
    unsaved.markDirty()
    setTyped({ ...form, ...part })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(addOnProblems(form)).length > 0) return
    try {
      if (saved)
        await update.mutateAsync({ params: { addOnId: saved.id }, body: { addOn: { ...toAddOnInput(form, toAddOnForm(saved)), revision: saved.revision } } })
      else await create.mutateAsync({ body: { addOn: toAddOnInput(form) } })
      unsaved.markSaved()
      toast(saved ? commonWords.saved : w.wasCreated(form.name.trim()))
      onClose()
    } catch {
      /* shown above the fields */
    }
  }
  return {
    saved,
    form,
    set,
    save,
    problems: isChecked ? addOnProblems(form) : {},
    unsaved,
    error: create.error ?? update.error,
    pending: create.isPending || update.isPending,
  }
}

function AddOnPanel({ addOn, onClose }: { addOn: AddOn | 'new' | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const { saved, form, set, save, problems, unsaved, error, pending } = useAddOnEditor(addOn, onClose)
  return (
    <SidePanel
      open={addOn !== undefined}
      onClose={unsaved.close}
      title={saved ? w.editName(saved.name) : w.newAddOn}
      footer={
        <Allowed operation={saved ? 'addOns.updateAddOn' : 'addOns.createAddOn'}>
          <Button type="submit" form="add-on" size="md" loading={pending}>
            {saved ? w.saveChanges : w.createAddOn}
          </Button>
        </Allowed>
      }
    >
      <form id="add-on" noValidate onSubmit={(event) => void save(event)}>
        <AllowedFields operation="addOns.updateAddOn">
          <Stack gap="lg">
            <SaveError error={error} />
            <TextInput
              size="md"
              label={commonWords.name}
              required
              maxLength={100}
              value={form.name}
              error={problems.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              label={w.priceIn(site.currency)}
              required
              inputMode="decimal"
              autoComplete="off"
              value={showAmount(form.price)}
              error={problems.price}
              onChange={(event) => set({ price: readAmount(event.currentTarget.value) })}
            />
            <SegmentedControl
              aria-label={t.kind}
              value={form.kind}
              onChange={(kind) => set({ kind: kind as AddOnForm['kind'] })}
              data={[
                { value: 'QUANTITY', label: t.byQuantity },
                { value: 'DURATION', label: t.moreTime },
              ]}
            />
            {form.kind === 'QUANTITY' ? (
              <NumberInput
                size="md"
                label={t.atMost}
                min={1}
                max={9999}
                allowDecimal={false}
                value={form.quantity}
                onChange={(value) => set({ quantity: Math.max(1, Number(value) || 1) })}
              />
            ) : (
              <NumberInput
                size="md"
                label={w.minutes}
                description={t.minutesAbout}
                min={1}
                max={1440}
                allowDecimal={false}
                value={form.minutes}
                onChange={(value) => set({ minutes: Math.max(1, Number(value) || 1) })}
              />
            )}
            <Allowed operation="media.uploadPicture">
              <LibraryPictureField
                label={w.picture}
                shape="4 / 3"
                plain
                seed={form.name || '?'}
                value={form.picture}
                onChange={(picture) => set({ picture })}
              />
            </Allowed>
          </Stack>
        </AllowedFields>
      </form>
    </SidePanel>
  )
}
