/** The editor of a service. Saving sends only the fields that changed. */
import { Button, Skeleton, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { ApiError, useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import type { CompleteService, Service } from '../entities.ts'
import { DashboardLink } from '../parts/link.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { BasicsPart } from './editor/basics.tsx'
import { BookabilityNote, useBookability } from './bookability-note.tsx'
import { AddOnsPart } from './editor/add-ons.tsx'
import { BookingPart } from './editor/booking.tsx'
import { useChoices } from '../parts/choices.ts'
import { partId, type PartProps } from './editor/part.tsx'
import { GalleryPart } from './editor/gallery.tsx'
import { PagePart } from './editor/page.tsx'
import { PlacePart, type Removal } from './editor/place.tsx'
import { ServicePreview } from './editor/preview.tsx'
import { PricePart } from './editor/price.tsx'
import { TimesPart } from './editor/times.tsx'
import { toLocations, toNewService, toServiceChange } from './forms/service-change.ts'
import { newServiceForm, toServiceForm, type ServiceForm } from './forms/service-form.ts'
import { serverProblems, serviceProblems, type ProblemField, type ServiceProblems } from './forms/service-problems.ts'
import { PolicyEditor } from './policy-editor.tsx'
import css from './services.module.css'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    gallery: 'Gallery',
    duration: 'Duration',
    searchEngines: 'Search engines',
    create: 'Create service',
    sections: 'Sections',
    whyNot: 'Why isn’t a time offered?',
  },
  {
    de: {
      gallery: 'Galerie',
      duration: 'Dauer',
      searchEngines: 'Suchmaschinen',
      create: 'Angebot erstellen',
      sections: 'Abschnitte',
      whyNot: 'Warum wird eine Zeit nicht angeboten?',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(words)

const parts: [string, string][] = [
  ['basics', wordText.basics],
  ['gallery', text.gallery],
  ['times', text.duration],
  ['place', wordText.location],
  ['price', wordText.price],
  ['addOns', wordText.addOns],
  ['booking', wordText.booking],
  ['page', text.searchEngines],
  ['preview', wordText.preview],
]
/** The service as it was loaded, and the current draft. */
interface Edited {
  key: string
  before: ServiceForm
  form: ServiceForm
}

/** The service as it was loaded, and what is being typed. */
function useServiceDraft(service: Service | 'new' | undefined, onClose: () => void) {
  const key = service === 'new' ? 'new' : service?.id
  const isNew = key === 'new'
  const choices = useChoices(service !== undefined)
  // Never from the cache: the draft starts from the stored version.
  const complete = useApiQuery(
    'services.getCompleteService',
    { params: { serviceId: isNew ? '' : (key ?? '') } },
    { enabled: Boolean(key) && !isNew, gcTime: 0 },
  )
  const create = useApiMutation('services.createCompleteService')
  const update = useApiMutation('services.updateCompleteService')
  const [edited, setEdited] = useState<Edited>()
  const [checked, setChecked] = useState(false)
  const [removal, setRemoval] = useState<Removal>({ move: false, notify: true })
  const [addsRules, setAddsRules] = useState(false)
  const unsaved = useUnsavedGuard(onClose)
  const saved: CompleteService | undefined = isNew ? undefined : complete.data
  const begin = (now: string, form: ServiceForm) => {
    setEdited({ key: now, before: form, form })
    setChecked(false)
    setRemoval({ move: false, notify: true })
    create.reset()
    update.reset()
  }
  const loaded = saved?.service.id
  const open = useEffectEvent(() => {
    if (!key) setEdited(undefined)
    else if (edited?.key === key) return
    else if (isNew) begin('new', newServiceForm)
    // Refetching the same service must not overwrite what is being typed.
    else if (saved && loaded === key) begin(key, toServiceForm(saved))
  })
  useEffect(() => open(), [key, loaded])
  const current = edited?.key === key ? edited : undefined
  const form = current?.form ?? newServiceForm
  const set: PartProps['set'] = (change) => {
    unsaved.markDirty()
    setEdited((old) => old && { ...old, form: { ...old.form, ...(typeof change === 'function' ? change(old.form) : change) } })
  }
  const shared = { key, isNew, choices, complete, create, update, saved, current, form, set, begin, unsaved }
  const more = { checked, setChecked, removal, setRemoval, addsRules, setAddsRules }
  return {
    ...shared,
    ...more,
  }
}
type ServiceDraft = ReturnType<typeof useServiceDraft>

interface ServiceSaveInput {
  draft: ServiceDraft
  onCreated: (service: Service) => void
  onClose: () => void
}
/** What prevents saving, and the saving itself: only the fields that changed are sent. */
function useServiceSave({ draft, onCreated, onClose }: ServiceSaveInput) {
  const w = useMessages(words)
  const error = draft.create.error ?? draft.update.error
  const problems = {
    ...(error instanceof ApiError ? serverProblems(error.violations) : {}),
    ...(draft.checked && draft.current ? findNewProblems(draft.current, draft.isNew) : {}),
  }
  // A problem shown at its field is not repeated above the form.
  const generalError = error instanceof ApiError && error.violations.length > 0 && Object.keys(serverProblems(error.violations)).length > 0 ? undefined : error
  const send = async (now: Edited): Promise<void> => {
    if (draft.isNew) {
      const { service: created } = await draft.create.mutateAsync({ body: toNewService(now.form, draft.choices.people) })
      draft.unsaved.markSaved()
      toast(w.wasCreated(created.name))
      onCreated(created)
      return
    }
    const change = draft.saved && toServiceChange(draft.saved, now.before, now.form, { people: draft.choices.people })
    if (draft.saved && change) {
      const [newLocation] = toLocations(now.form)
      await draft.update.mutateAsync({
        params: { serviceId: draft.saved.service.id },
        body: {
          ...change,
          ...(change.locations && draft.removal.move && newLocation
            ? {
                removedLocationSessionsAction: { action: 'MOVE_TO_LOCATION', moveToLocationOptions: { newLocation } },
                participantNotification: { notifyParticipants: draft.removal.notify },
              }
            : {}),
        },
      })
      toast(commonWords.saved)
    }
    draft.unsaved.markSaved()
    onClose()
  }
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!draft.current) return
    draft.setChecked(true)
    draft.create.reset()
    draft.update.reset()
    if (Object.keys(findNewProblems(draft.current, draft.isNew)).length > 0) return
    // Shown above the form, or at its field.
    await send(draft.current).catch(() => undefined)
  }
  return { problems, save, generalError }
}

export function ServiceEditor({
  service,
  onClose,
  onCreated,
}: {
  service: Service | 'new' | undefined
  onClose: () => void
  onCreated: (service: Service) => void
}) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const draft = useServiceDraft(service, onClose)
  const bookability = useBookability()
  const saving = useServiceSave({ draft, onCreated, onClose })
  const props: PartProps = { form: draft.form, set: draft.set, problems: saving.problems, choices: draft.choices }
  return (
    <>
      <SidePanel
        open={service !== undefined}
        onClose={draft.unsaved.close}
        size="var(--editor-width)"
        title={service && service !== 'new' ? w.editName(service.name) : w.newService}
        footer={
          <Allowed operation="services.updateCompleteService">
            <Button type="submit" form="service" size="md" loading={draft.create.isPending || draft.update.isPending} disabled={!draft.current}>
              {draft.isNew ? t.create : w.saveChanges}
            </Button>
          </Allowed>
        }
      >
        {draft.complete.error && !draft.current ? (
          <ErrorState error={draft.complete.error} retry={() => void draft.complete.refetch()} />
        ) : !draft.current ? (
          <Stack gap="lg" aria-busy>
            {[44, 44, 120, 160, 44].map((height, at) => (
              <Skeleton key={`${at} ${height}`} height={height} radius="md" />
            ))}
          </Stack>
        ) : (
          <form id="service" noValidate onSubmit={(event) => void saving.save(event)}>
            {/* People who may only read go from section to section, too. */}
            <nav aria-label={t.sections} className={css.jumps}>
              {parts.map(([name, label]) => (
                <button key={name} type="button" onClick={() => focusSection(partId(name))}>
                  {name === 'times' && draft.form.type !== 'APPOINTMENT' ? w.capacity : label}
                </button>
              ))}
            </nav>
            <div className={css.beside}>
              <div>
                <AllowedFields operation="services.updateCompleteService">
                  <SaveError
                    error={saving.generalError}
                    others={Object.values(saving.problems)}
                    onReload={() => draft.saved && draft.key && draft.begin(draft.key, toServiceForm(draft.saved))}
                    onOverwrite={() => void saving.save()}
                  />
                  {!draft.isNew && draft.key && <BookabilityNote serviceId={draft.key} known={bookability} isAll />}
                  {!draft.isNew && draft.key && (
                    <p className={css.whyNot}>
                      <DashboardLink to="/dashboard/services" search={{ edit: draft.key, why: draft.key }}>
                        {t.whyNot}
                      </DashboardLink>
                    </p>
                  )}
                  <BasicsPart {...props} isNew={draft.isNew} />
                  <GalleryPart {...props} />
                  <TimesPart {...props} />
                  <PlacePart {...props} before={draft.isNew ? undefined : draft.current.before} removal={draft.removal} setRemoval={draft.setRemoval} />
                  <PricePart {...props} />
                  <AddOnsPart {...props} />
                  <BookingPart {...props} onAddRules={() => draft.setAddsRules(true)} />
                  <PagePart {...props} isNew={draft.isNew} former={draft.saved?.service.supportedSlugs.map(({ name }) => name) ?? []} />
                </AllowedFields>
              </div>
              <ServicePreview form={draft.form} />
            </div>
          </form>
        )}
      </SidePanel>
      <PolicyEditor
        policy={draft.addsRules ? 'new' : undefined}
        onClose={() => draft.setAddsRules(false)}
        onCreated={({ id }) => draft.set({ policyId: id })}
      />
    </>
  )
}

/** The current problems. A problem that the stored service already has does not prevent saving other fields. */
function findNewProblems({ before, form }: Edited, isNew: boolean): ServiceProblems {
  const known = isNew ? {} : serviceProblems(before)
  return Object.fromEntries(Object.entries(serviceProblems(form)).filter(([field, text]) => known[field as ProblemField] !== text))
}

function focusSection(id: string): void {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'start' })
  target?.focus({ preventScroll: true })
}
