import { Button } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCalendarPlus,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPlus,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { QueryView, CardSkeletons, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Filters, SearchBox } from '../parts/list-tools.tsx'
import { ColumnsButton } from '../parts/columns-button.tsx'
import { useShownColumns } from '../parts/use-columns.ts'
import { Cards, Page, Section, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatServicePrice } from '../parts/format.ts'
import type { Service } from '../entities.ts'
import { servicesSearch } from '../search-params.ts'
import { allServicesQuery } from './all-services.ts'
import { AddOns } from './add-ons.tsx'
import { Categories } from './categories.tsx'
import { ClientForms } from './client-forms/client-forms.tsx'
import { Policies } from './policies.tsx'
import { BookabilityNote, useBookability } from './bookability-note.tsx'
import { BookedAhead } from './booked-ahead.tsx'
import { ServiceEditor } from './service-editor.tsx'
import { PRICE, serviceColumns } from './service-columns.ts'
import { useArrangement } from './use-arrangement.ts'
import { VisitSettings } from './visit-settings.tsx'
import css from './services.module.css'
import { SessionsForm } from '../parts/sessions-form.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    about: 'The appointments, classes and courses you offer.',
    search: 'Search services',
    searchIn: 'Name or category',
    none: 'No services yet',
    addFirst: 'Add your first service',
    noneAbout: 'Offer one-on-one appointments, group classes or courses.',
    what: { one: 'service', many: 'services' },
    uncategorized: 'Uncategorized',
    wasHidden: (name: string) => `${name} is hidden.`,
    wasShown: (name: string) => `${name} is visible on your site.`,
    wasCopied: (name: string) => `${name} created. It’s hidden until you show it.`,
    theService: 'the service',
    show: 'Show on site',
    hide: 'Hide from site',
    earlier: 'Move earlier',
    later: 'Move later',
    deleteService: 'Delete service',
    deleteAbout: 'It’s removed from your site. Booked sessions stay on the calendar; empty ones are removed. Payments are not affected.',
  },
  {
    de: {
      about: 'Die Termine, Kurse und Kursreihen, die du anbietest.',
      search: 'Angebote durchsuchen',
      searchIn: 'Name oder Kategorie',
      none: 'Noch keine Angebote',
      addFirst: 'Erstes Angebot hinzufügen',
      noneAbout: 'Biete Einzeltermine, Gruppenkurse oder Kursreihen an.',
      what: { one: 'Angebot', many: 'Angebote' },
      uncategorized: 'Ohne Kategorie',
      wasHidden: (name) => `„${name}“ ist ausgeblendet.`,
      wasShown: (name) => `„${name}“ ist auf deiner Website zu sehen.`,
      wasCopied: (name) => `„${name}“ erstellt. Es bleibt ausgeblendet, bis du es einblendest.`,
      theService: 'das Angebot',
      show: 'Auf der Website einblenden',
      hide: 'Auf der Website ausblenden',
      earlier: 'Nach vorn verschieben',
      later: 'Nach hinten verschieben',
      deleteService: 'Angebot löschen',
      deleteAbout: 'Es verschwindet von deiner Website. Gebuchte Termine bleiben im Kalender, leere werden entfernt. Zahlungen sind nicht betroffen.',
    },
  },
)
const wordText = currentMessages(words)

/** Rarely asked for. */
const WhyNot = lazy(async () => ({ default: (await import('./why-not.tsx')).WhyNot }))

/** In the order of the categories, services without one last. */
function groupByCategory(list: Service[]): [string, Service[]][] {
  const groups = new Map<string, Service[]>()
  for (const service of list) groups.set(service.category?.name ?? '', [...(groups.get(service.category?.name ?? '') ?? []), service])
  const place = (list: Service[]) => list[0]?.category?.sortOrder ?? Number.POSITIVE_INFINITY
  return [...groups].sort(([a, inA], [b, inB]) => Number(a === '') - Number(b === '') || place(inA) - place(inB))
}

const tabs = {
  services: { add: wordText.newService, operation: 'services.createCompleteService' },
  'add-ons': { add: wordText.newAddOn, operation: 'addOns.createAddOn' },
  categories: { add: wordText.addCategory, operation: 'services.createCategoryV2' },
  rules: { add: wordText.newPolicy, operation: 'services.createBookingPolicy' },
  forms: { add: wordText.newForm, operation: 'forms.createForm' },
} as const

/** What can be booked, how it is grouped, and by which rules. */
export function ServicesScreen() {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [url, setUrl] = useSearchState(servicesSearch)
  const tab = url.tab !== undefined && url.tab in tabs ? (url.tab as keyof typeof tabs) : 'services'
  const found = useApiQuery('services.queryServices', allServicesQuery)
  const all = found.data?.services ?? []
  return (
    <Page
      title={w.services}
      about={t.about}
      action={
        <Allowed operation={tabs[tab].operation}>
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'new' }, { push: true })}>
            {tabs[tab].add}
          </Button>
        </Allowed>
      }
    >
      <Tabs
        label={w.services}
        current={tab}
        items={[
          { value: 'services', label: w.services },
          { value: 'add-ons', label: w.addOns, operation: 'addOns.queryAddOnsByPost' },
          { value: 'categories', label: w.categories },
          { value: 'rules', label: w.policies },
          { value: 'forms', label: w.forms },
        ]}
      />
      {tab === 'services' && <Services found={found} all={all} />}
      {tab === 'add-ons' && <AddOns services={all} />}
      {tab === 'categories' && <Categories services={all} />}
      {tab === 'forms' && <ClientForms />}
      {tab === 'rules' && (
        <>
          <Policies services={all} />
          <VisitSettings />
        </>
      )}
    </Page>
  )
}

function Services({ found, all }: { found: ReturnType<typeof useApiQuery<'services.queryServices'>>; all: Service[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [url, setUrl] = useSearchState(servicesSearch)
  const bookability = useBookability()
  const wanted = url.q?.toLowerCase()
  const shown = wanted ? all.filter((service) => `${service.name} ${service.category?.name}`.toLowerCase().includes(wanted)) : all
  const groups = groupByCategory(shown)
  const editing = url.edit === 'new' ? ('new' as const) : all.find((service) => service.id === url.edit)
  return (
    <>
      {all.length > 0 && (
        <Filters>
          {all.length > 6 && <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label={t.search} placeholder={t.searchIn} />}
          <ColumnsButton screen="services" all={serviceColumns} />
        </Filters>
      )}
      <QueryView query={found} loading={<CardSkeletons cards={6} height={190} />}>
        {() =>
          all.length === 0 ? (
            <EmptyState
              icon={<IconSparkles size={26} />}
              title={t.none}
              action={
                <Allowed operation="services.createCompleteService">
                  <Button onClick={() => setUrl({ edit: 'new' }, { push: true })}>{t.addFirst}</Button>
                </Allowed>
              }
            >
              {t.noneAbout}
            </EmptyState>
          ) : shown.length === 0 ? (
            <NoResults what={t.what} onClear={() => setUrl({ q: undefined })} />
          ) : (
            groups.map(([category, list]) => {
              const cards = <ServiceCards label={category || w.services} list={list} bookability={bookability} isWhole={!wanted} />
              return groups.length === 1 && !category ? (
                <div key="all">{cards}</div>
              ) : (
                <Section key={category} title={category || t.uncategorized}>
                  {cards}
                </Section>
              )
            })
          )
        }
      </QueryView>
      <ServiceEditor
        service={editing}
        onClose={() => setUrl({ edit: undefined })}
        onCreated={(service) => setUrl({ edit: undefined, ...(service.type === 'APPOINTMENT' ? {} : { sessions: service.id }) })}
      />
      <SessionsForm service={all.find((service) => service.id === url.sessions)} onClose={() => setUrl({ sessions: undefined })} />
      {url.why !== undefined && all.length > 0 && (
        <Suspense fallback={null}>
          <WhyNot
            key={`${url.why} ${url.at}`}
            services={all}
            serviceId={url.why}
            at={/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(url.at ?? '') ? url.at : undefined}
            onClose={() => setUrl({ why: undefined, at: undefined })}
          />
        </Suspense>
      )}
    </>
  )
}

interface ServiceCardsProps {
  label: string
  list: Service[]
  bookability: ReturnType<typeof useBookability>
  /** Whether all of the category is shown: only then can it be arranged. */
  isWhole: boolean
}
/** The services of a category. A card is dragged to its place, or moved by its menu. */
function ServiceCards({ label, list, bookability, isWhole }: ServiceCardsProps) {
  const [, setUrl] = useSearchState(servicesSearch)
  const may = useMay()
  const move = useArrangement()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  const isArrangeable = isWhole && list.length > 1 && move !== undefined && may('services.bulkUpdateServices')
  const drop = (at: number) => {
    const service = list.find(({ id }) => id === dragged)
    setDragged(undefined)
    setTarget(undefined)
    if (service) move?.(list, service, at)
  }
  return (
    <Cards label={label}>
      {list.map((service, at) => (
        <li
          key={service.id}
          draggable={isArrangeable}
          className={css.place}
          data-dragged={dragged === service.id || undefined}
          data-target={(dragged !== undefined && dragged !== service.id && target === service.id) || undefined}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            setDragged(service.id)
          }}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            // A card of another category is not taken.
            if (!list.some(({ id }) => id === dragged)) return
            event.preventDefault()
            setTarget(service.id)
          }}
          onDrop={() => drop(at)}
        >
          <ServiceCard
            service={service}
            bookability={bookability}
            onEdit={() => setUrl({ edit: service.id })}
            onSessions={() => setUrl({ sessions: service.id })}
            onEarlier={isArrangeable && at > 0 ? () => move(list, service, at - 1) : undefined}
            onLater={isArrangeable && at < list.length - 1 ? () => move(list, service, at + 1) : undefined}
          />
        </li>
      ))}
    </Cards>
  )
}

interface ServiceCardProps {
  service: Service
  bookability: ReturnType<typeof useBookability>
  onEdit: () => void
  onSessions: () => void
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
}
function ServiceCard({ service, bookability, onEdit, onSessions, onEarlier, onLater }: ServiceCardProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('services.updateService')
  const remove = useApiMutation('services.deleteService')
  const clone = useApiMutation('services.cloneService')
  const may = useMay()
  const columns = useShownColumns('services', serviceColumns)
  const hide = (hidden: boolean) =>
    update.mutateAsync({ params: { id: service.id }, body: { service: { id: service.id, revision: service.revision, hidden } } }).then(
      ({ service: { revision } }) =>
        toast(hidden ? t.wasHidden(service.name) : t.wasShown(service.name), {
          label: commonWords.undo,
          run: () =>
            void update.mutateAsync({ params: { id: service.id }, body: { service: { id: service.id, revision, hidden: !hidden } } }).catch(toastError),
        }),
      toastError,
    )
  const deletion = { params: { serviceId: service.id }, query: { preserveFutureSessionsWithParticipants: true } }
  const duplicate = () => clone.mutateAsync({ body: { sourceServiceId: service.id } }).then(({ service: copy }) => toast(t.wasCopied(copy.name)), toastError)
  const facts = columns.flatMap(({ key, value }) => (key === PRICE ? [] : value(service, site) || []))
  return (
    <article className={css.card}>
      <div className={css.head}>
        <h3>
          <button type="button" onClick={onEdit}>
            {service.name}
          </button>
        </h3>
        <CardMenu
          of={service.name ?? t.theService}
          actions={[
            { label: commonWords.edit, operation: 'services.updateCompleteService', icon: IconPencil, run: onEdit },
            service.type === 'APPOINTMENT'
              ? undefined
              : { label: w.addSessions, operation: 'availability.createEvent', icon: IconCalendarPlus, run: onSessions },
            { label: w.duplicate, operation: 'services.cloneService', icon: IconCopy, run: () => void duplicate() },
            service.hidden
              ? { label: t.show, operation: 'services.updateService', icon: IconEye, run: () => void hide(false) }
              : { label: t.hide, operation: 'services.updateService', icon: IconEyeOff, run: () => void hide(true) },
            onEarlier && { label: t.earlier, operation: 'services.bulkUpdateServices', icon: IconArrowLeft, run: onEarlier },
            onLater && { label: t.later, operation: 'services.bulkUpdateServices', icon: IconArrowRight, run: onLater },
            {
              label: commonWords.delete,
              operation: 'services.deleteService',
              icon: IconTrash,
              danger: true,
              run: () =>
                openConfirm({
                  title: w.askDelete(service.name),
                  danger: true,
                  confirmLabel: t.deleteService,
                  cancelLabel: commonWords.cancel,
                  successMessage: w.wasDeleted(service.name),
                  description: t.deleteAbout,
                  content: (
                    <>
                      {may('extendedBookings.queryExtendedBookings') && <BookedAhead serviceId={service.id} now={new Date().toISOString()} />}
                      <DryRunEffects operation="services.deleteService" input={deletion} />
                    </>
                  ),
                  onConfirm: () => remove.mutateAsync(deletion),
                }),
            },
          ]}
        />
      </div>
      {facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
      {columns.some(({ key }) => key === PRICE) && <p className={css.price}>{formatServicePrice(service, site)}</p>}
      <BookabilityNote serviceId={service.id} known={bookability} />
    </article>
  )
}
