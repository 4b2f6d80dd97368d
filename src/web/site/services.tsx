import { Button } from '../kit/button.tsx'
import { Page } from '../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { servicesSearch } from '../site-search.ts'
import { useNextTimes, useServices } from './catalog.ts'
import { ServiceCard } from './cards.tsx'
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
    },
  },
)

const types = ['', 'CLASS', 'APPOINTMENT', 'COURSE'] as const
export function Services() {
  const shownZone = useShownZone()
  const t = useMessages(messages)
  const search = useSearchParams(servicesSearch)
  const changeSearch = useChangeSearch<typeof servicesSearch>()
  const services = useServices()
  const times = useNextTimes(1)
  const all = services.data?.services ?? []
  const categories = [...new Map(all.flatMap((one) => (one.category ? [[one.category.id, one.category.name] as const] : []))).entries()]
  const shown = all.filter(
    (one) =>
      (!search.type || one.type === search.type) &&
      (!search.category || one.category?.id === search.category) &&
      (!search.resourceId || one.staffMemberIds?.includes(search.resourceId)),
  )
  const updateSearch = (change: { type?: string | undefined; category?: string | undefined }) => changeSearch(change, { replace: true })
  const presentTypes = new Set(all.map((one) => one.type))
  const groups =
    categories.length > 1
      ? [...categories, ['', t.more] as const]
          .map(([id, name]) => ({ name, items: shown.filter((one) => (one.category?.id ?? '') === id) }))
          .filter((group) => group.items.length > 0)
      : [{ name: '', items: shown }]
  return (
    <Page title={t.title} lead={<ZoneSwitch {...shownZone} />}>
      {presentTypes.size > 1 || categories.length > 1 ? (
        <div className="row filters">
          <div className="chips" role="group" aria-label={t.kind}>
            {types
              .filter((type) => !type || presentTypes.has(type))
              .map((type) => (
                <button
                  key={type}
                  type="button"
                  className="chip"
                  aria-pressed={(search.type ?? '') === type}
                  onClick={() => updateSearch({ type: type || undefined })}
                >
                  {t.types[type || 'all']}
                </button>
              ))}
          </div>
          {categories.length > 1 ? (
            <label className="filter-select">
              <span className="sr">{t.category}</span>
              <select className="select" value={search.category ?? ''} onChange={(event) => updateSearch({ category: event.currentTarget.value || undefined })}>
                <option value="">{t.allCategories}</option>
                {categories.map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
        </div>
      ) : null}
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
                <Button variant="light" onClick={() => updateSearch({ type: undefined, category: undefined })}>
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
