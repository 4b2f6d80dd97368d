/** Add-ons: extras that services offer in groups. Create, change and delete them; which services offer each is said. */
import { Button, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import type { AddOn, Service } from '../entities.ts'
import { toAmount } from '../parts/amounts.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatPrice } from '../parts/format.ts'
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

export function AddOns({ services }: { services: readonly Service[] }) {
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
      title: `Delete ${addOn.name}?`,
      danger: true,
      confirmLabel: 'Delete add-on',
      successMessage: `${addOn.name} deleted.`,
      description: names.length === 0 ? 'No service offers it.' : `It’s taken out of ${names.join(', ')}. Existing bookings keep it.`,
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
              title="No add-ons yet"
              action={
                <Allowed operation="addOns.createAddOn">
                  <Button onClick={() => setUrl({ edit: 'new' })}>Create add-on</Button>
                </Allowed>
              }
            >
              Extras that clients choose when they book, such as a towel, a drink or ten minutes more.
            </EmptyState>
          ) : (
            <List label="Add-ons">
              {list.map((addOn) => (
                <Row
                  key={addOn.id}
                  title={addOn.name}
                  sub={offering(addOn).join(' · ') || 'Not offered by any service yet'}
                  facts={`${formatPrice({ value: addOn.price.value, currency: site.currency }, site)} · ${addOn.durationInMinutes ? `${addOn.durationInMinutes} min more` : `up to ${addOn.maxQuantity ?? 1}`}`}
                  onOpen={() => setUrl({ edit: addOn.id })}
                  actions={
                    <CardMenu
                      of={addOn.name}
                      actions={[
                        { label: 'Edit', operation: 'addOns.updateAddOn', icon: IconPencil, run: () => setUrl({ edit: addOn.id }) },
                        { label: 'Delete', operation: 'addOns.deleteAddOn', icon: IconTrash, danger: true, run: () => removeOne(addOn) },
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
      toast(saved ? 'Saved.' : `${form.name.trim()} created.`)
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
  const site = useSite()
  const { saved, form, set, save, problems, unsaved, error, pending } = useAddOnEditor(addOn, onClose)
  return (
    <SidePanel
      open={addOn !== undefined}
      onClose={unsaved.close}
      title={saved ? `Edit ${saved.name}` : 'New add-on'}
      footer={
        <Allowed operation={saved ? 'addOns.updateAddOn' : 'addOns.createAddOn'}>
          <Button type="submit" form="add-on" size="md" loading={pending}>
            {saved ? 'Save changes' : 'Create add-on'}
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
              label="Name"
              required
              maxLength={100}
              value={form.name}
              error={problems.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              label={`Price in ${site.currency}`}
              required
              inputMode="decimal"
              autoComplete="off"
              value={form.price}
              error={problems.price}
              onChange={(event) =>
                set({ price: toAmount(event.currentTarget.value) === undefined ? event.currentTarget.value : event.currentTarget.value.replace(',', '.') })
              }
            />
            <SegmentedControl
              aria-label="Kind"
              value={form.kind}
              onChange={(kind) => set({ kind: kind as AddOnForm['kind'] })}
              data={[
                { value: 'QUANTITY', label: 'By quantity' },
                { value: 'DURATION', label: 'More time' },
              ]}
            />
            {form.kind === 'QUANTITY' ? (
              <NumberInput
                size="md"
                label="At most per booking"
                min={1}
                max={9999}
                allowDecimal={false}
                value={form.quantity}
                onChange={(value) => set({ quantity: Math.max(1, Number(value) || 1) })}
              />
            ) : (
              <NumberInput
                size="md"
                label="Minutes"
                description="Added to the appointment, so the time after it stays free."
                min={1}
                max={1440}
                allowDecimal={false}
                value={form.minutes}
                onChange={(value) => set({ minutes: Math.max(1, Number(value) || 1) })}
              />
            )}
            <Allowed operation="media.uploadPicture">
              <LibraryPictureField label="Picture" shape="4 / 3" plain seed={form.name || '?'} value={form.picture} onChange={(picture) => set({ picture })} />
            </Allowed>
          </Stack>
        </AllowedFields>
      </form>
    </SidePanel>
  )
}
