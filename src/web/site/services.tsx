/** The list of services: by type, category and name. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Page } from '../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { servicesSearch } from '../site-search.ts'
import { useNextTimes, useServices } from './catalog.ts'
import { ServiceCard } from './cards.tsx'
import { findServices } from './find-services.ts'
import { useShownZone, ZoneSwitch } from './shown-zone.tsx'
import { useChangeSearch } from '../navigation.tsx'

const messages = defineMessages(
  {
    title: 'Services',
    types: { all: 'All', CLASS: 'Classes', APPOINTMENT: 'Appointments', COURSE: 'Courses' },
    more: 'More',
    kind: 'Type of service',
    category: 'Category',
    allCategories: 'All categories',
    none: 'No services yet',
    comeBack: 'Check back soon.',
    nothingFits: 'No services match your filters',
    clear: 'Clear filters',
    find: 'Search services by name',
    search: 'Search',
    found: (count: number) => (count === 1 ? '1 service' : `${count} services`),
  },
  {
    de: {
      title: 'Angebote',
      types: { all: 'Alle', CLASS: 'Kurse', APPOINTMENT: 'Termine', COURSE: 'Kursreihen' },
      more: 'Mehr',
      kind: 'Art des Angebots',
      category: 'Kategorie',
      allCategories: 'Alle Kategorien',
      none: 'Noch keine Angebote',
      comeBack: 'Schau bald wieder vorbei!',
      nothingFits: 'Keine Treffer',
      clear: 'Filter zurücksetzen',
      find: 'Angebote nach Namen suchen',
      search: 'Suchen',
      found: (count) => (count === 1 ? '1 Angebot' : `${count} Angebote`),
    },
    fr: {
      title: 'Prestations',
      types: { all: 'Toutes', CLASS: 'Cours', APPOINTMENT: 'Rendez-vous', COURSE: 'Cycles de cours' },
      more: 'Autres',
      kind: 'Type de prestation',
      category: 'Catégorie',
      allCategories: 'Toutes les catégories',
      none: 'Aucune prestation pour le moment',
      comeBack: 'Revenez bientôt !',
      nothingFits: 'Aucune prestation ne correspond à vos filtres',
      clear: 'Effacer les filtres',
      find: 'Rechercher une prestation par son nom',
      search: 'Rechercher',
      found: (count) => (count < 2 ? `${count} prestation` : `${count} prestations`),
    },
    es: {
      title: 'Servicios',
      types: { all: 'Todos', CLASS: 'Clases', APPOINTMENT: 'Citas', COURSE: 'Cursos' },
      more: 'Otros',
      kind: 'Tipo de servicio',
      category: 'Categoría',
      allCategories: 'Todas las categorías',
      none: 'Aún no hay servicios',
      comeBack: '¡Vuelve pronto!',
      nothingFits: 'Ningún servicio coincide con los filtros',
      clear: 'Quitar filtros',
      find: 'Buscar servicios por nombre',
      search: 'Buscar',
      found: (count) => (count === 1 ? '1 servicio' : `${count} servicios`),
    },
  },
)

const types = ['', 'CLASS', 'APPOINTMENT', 'COURSE'] as const
/** So many are looked through at a glance; more can be searched. */
const mostAtAGlance = 12

/** The services that fit what is chosen in the address, in groups where the business has several categories. */
function useShownServices() {
  const t = useMessages(messages)
  const search = useSearchParams(servicesSearch)
  const services = useServices()
  const all = services.data?.services ?? []
  const categories = [...new Map(all.flatMap((one) => (one.category ? [[one.category.id, one.category.name] as const] : []))).entries()]
  const chosen = all.filter(
    (one) =>
      (!search.type || one.type === search.type) &&
      (!search.category || one.category?.id === search.category) &&
      (!search.resourceId || one.staffMemberIds?.includes(search.resourceId)),
  )
  const shown = findServices(chosen, search.q ?? '')
  const groups =
    categories.length > 1
      ? [...categories, ['', t.more] as const]
          .map(([id, name]) => ({ name, items: shown.filter((one) => (one.category?.id ?? '') === id) }))
          .filter((group) => group.items.length > 0)
      : [{ name: '', items: shown }]
  return { services, search, all, categories, shown, groups }
}

export function Services() {
  const shownZone = useShownZone()
  const t = useMessages(messages)
  const changeSearch = useChangeSearch<typeof servicesSearch>()
  const times = useNextTimes(1)
  const { services, search, all, categories, shown, groups } = useShownServices()
  return (
    <Page title={t.title} lead={<ZoneSwitch {...shownZone} />}>
      <Filters types={new Set(all.map((one) => one.type))} categories={categories}>
        {all.length > mostAtAGlance || search.q ? <Find typed={search.q ?? ''} found={shown.length} /> : null}
      </Filters>
      {services.isPending ? (
        <Skeletons count={6} />
      ) : services.error ? (
        <ErrorState error={services.error} onRetry={() => void services.refetch()} />
      ) : shown.length === 0 ? (
        <div className="card">
          {all.length === 0 ? (
            <EmptyState title={t.none}>{t.comeBack}</EmptyState>
          ) : (
            <EmptyState
              title={t.nothingFits}
              action={
                <Button
                  variant="light"
                  onClick={() => changeSearch({ q: undefined, type: undefined, category: undefined, resourceId: undefined }, { replace: true })}
                >
                  {t.clear}
                </Button>
              }
            />
          )}
        </div>
      ) : (
        groups.map((group) => (
          <section key={group.name} aria-label={group.name || t.title} className="group">
            {group.name ? <h2>{group.name}</h2> : null}
            <div className="grid">
              {group.items.map((one, at) => (
                <ServiceCard
                  key={one.id}
                  service={one}
                  next={times.data?.entries.find((entry) => entry.slot.serviceId === one.id)}
                  heading={group.name ? 'h3' : 'h2'}
                  isFirst={group === groups[0] && at === 0}
                />
              ))}
            </div>
          </section>
        ))
      )}
    </Page>
  )
}

/** Search by name: the list follows while one types, and so does the address. */
function Find({ typed, found }: { typed: string; found: number }) {
  const t = useMessages(messages)
  const changeSearch = useChangeSearch<typeof servicesSearch>()
  const field = useRef<HTMLInputElement>(null)
  // The address follows what is typed a moment later; where it changes otherwise, the field follows the address.
  const [text, setText] = useState(typed)
  useEffect(() => {
    if (document.activeElement !== field.current) setText(typed)
  }, [typed])
  return (
    <search className="find-service">
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={t.find}
        placeholder={t.search}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          changeSearch({ q: event.currentTarget.value.trim() }, { replace: true, resetScroll: false })
        }}
      />
      <p className="sr" role="status">
        {typed ? t.found(found) : ''}
      </p>
    </search>
  )
}

interface FiltersProps {
  /** Those of which there is a service. */
  types: ReadonlySet<string>
  categories: readonly (readonly [id: string, name: string])[]
  /** The search, where there is one. */
  children: ReactNode
}
function Filters({ types: present, categories, children }: FiltersProps) {
  const t = useMessages(messages)
  const search = useSearchParams(servicesSearch)
  const changeSearch = useChangeSearch<typeof servicesSearch>()
  const choose = (change: { type?: string | undefined; category?: string | undefined }) => changeSearch(change, { replace: true })
  const hasChoices = present.size > 1 || categories.length > 1
  if (!hasChoices && !children) return null
  return (
    <div className="row filters">
      {hasChoices ? (
        <div className="chips" role="group" aria-label={t.kind}>
          {types
            .filter((type) => !type || present.has(type))
            .map((type) => (
              <button key={type} type="button" className="chip" aria-pressed={(search.type ?? '') === type} onClick={() => choose({ type: type || undefined })}>
                {t.types[type || 'all']}
              </button>
            ))}
        </div>
      ) : null}
      {categories.length > 1 ? (
        <label className="filter-select">
          <span className="sr">{t.category}</span>
          <select className="select" value={search.category ?? ''} onChange={(event) => choose({ category: event.currentTarget.value || undefined })}>
            <option value="">{t.allCategories}</option>
            {categories.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {children}
    </div>
  )
}
