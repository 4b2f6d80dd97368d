/** The directory of public profiles: search by name, one page at a time. */
import { Link } from '@tanstack/react-router'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useApiQuery, useIsMember } from '../../api.ts'
import { Button, buttonClass } from '../../kit/button.tsx'
import { Page } from '../../kit/page.tsx'
import { EmptyState, ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { useSite } from '../../site-context.tsx'
import { directorySearch } from '../../site-search.ts'
import { useCurrentMember } from '../member-data.ts'
import { PersonCard, useBadges, useFollowing } from './people.tsx'
import { SiteLink, useGoTo } from '../../navigation.tsx'

const SignIn = lazy(async () => ({ default: (await import('../../hosted/sign-in.tsx')).SignIn }))
const pageSize = 24

const messages = defineMessages(
  {
    title: 'Members',
    private: 'Profiles are private here',
    noPublicProfiles: 'Profiles on this site aren’t visible.',
    signInFirst: 'Sign in to see other members.',
    count: (count: number) => (count === 1 ? '1 public profile' : `${count} public profiles`),
    many: 'More than 10,000 public profiles',
    mineIsPrivate: 'Your profile is private. Make it public to be seen and to follow others.',
    openMine: 'Make it public',
    noResults: 'No members found',
    everyone: 'Show all members',
    fewer: 'Try a shorter name. Private profiles don’t appear in search.',
    noneYet: 'No public profiles yet',
    beFirst: 'Be the first',
    appearHere: 'Members with public profiles appear here.',
    find: 'Search',
    findLabel: 'Search members by name',
    name: 'Name',
    pages: 'Pages',
    page: (number: number) => `Page ${number}`,
    previous: 'Previous',
    next: 'Next',
  },
  {
    de: {
      title: 'Mitglieder',
      private: 'Profile sind hier privat',
      noPublicProfiles: 'Auf dieser Website sind alle Profile privat.',
      signInFirst: 'Melde dich an, um andere Mitglieder zu sehen.',
      count: (count) => (count === 1 ? 'Ein öffentliches Profil.' : `${count} öffentliche Profile.`),
      many: 'Mehr als 10.000 öffentliche Profile.',
      mineIsPrivate: 'Dein Profil ist privat. Andere sehen dich nicht, und du kannst niemandem folgen.',
      openMine: 'Profil öffentlich machen',
      noResults: 'Keine Mitglieder gefunden',
      everyone: 'Alle anzeigen',
      fewer: 'Versuche es mit einem kürzeren Namen. Private Profile werden nicht gefunden.',
      noneYet: 'Noch keine öffentlichen Profile',
      beFirst: 'Profil öffentlich machen',
      appearHere: 'Hier erscheinen die öffentlichen Profile der Mitglieder.',
      find: 'Suchen',
      findLabel: 'Mitglieder nach Namen suchen',
      name: 'Name',
      pages: 'Seiten',
      page: (number) => `Seite ${number}`,
      previous: 'Zurück',
      next: 'Weiter',
    },
    fr: {
      title: 'Membres',
      private: 'Ici, les profils sont privés',
      noPublicProfiles: 'Sur ce site, tous les profils sont privés.',
      signInFirst: 'Connectez-vous pour voir les autres membres.',
      count: (count) => (count < 2 ? `${count} profil public` : `${count} profils publics`),
      many: 'Plus de 10 000 profils publics',
      mineIsPrivate: 'Votre profil est privé. Rendez-le public pour être visible et suivre d’autres membres.',
      openMine: 'Rendre mon profil public',
      noResults: 'Aucun membre trouvé',
      everyone: 'Afficher tous les membres',
      fewer: 'Essayez un nom plus court. Les profils privés n’apparaissent pas dans la recherche.',
      noneYet: 'Aucun profil public pour le moment',
      beFirst: 'Rendre mon profil public',
      appearHere: 'Les membres dont le profil est public apparaissent ici.',
      find: 'Rechercher',
      findLabel: 'Rechercher un membre par son nom',
      name: 'Nom',
      pages: 'Pages',
      page: (number) => `Page ${number}`,
      previous: 'Précédent',
      next: 'Suivant',
    },
    es: {
      title: 'Miembros',
      private: 'Aquí los perfiles son privados',
      noPublicProfiles: 'En este sitio, todos los perfiles son privados.',
      signInFirst: 'Inicia sesión para ver a otros miembros.',
      count: (count) => (count === 1 ? '1 perfil público' : `${count} perfiles públicos`),
      many: 'Más de 10.000 perfiles públicos',
      mineIsPrivate: 'Tu perfil es privado. Hazlo público para que te vean y puedas seguir a otros.',
      openMine: 'Hacer público mi perfil',
      noResults: 'No se ha encontrado ningún miembro',
      everyone: 'Ver todos los miembros',
      fewer: 'Prueba con un nombre más corto. Los perfiles privados no aparecen en la búsqueda.',
      noneYet: 'Aún no hay perfiles públicos',
      beFirst: 'Hacer público mi perfil',
      appearHere: 'Aquí aparecen los miembros con perfil público.',
      find: 'Buscar',
      findLabel: 'Buscar miembros por nombre',
      name: 'Nombre',
      pages: 'Páginas',
      page: (number) => `Página ${number}`,
      previous: 'Anterior',
      next: 'Siguiente',
    },
  },
)

export function Directory() {
  const site = useSite()
  const member = useIsMember()
  const t = useMessages(messages)
  if (site.community === 'NO_ONE')
    return (
      <Page title={t.title} width="narrow">
        <EmptyState title={t.private}>{t.noPublicProfiles}</EmptyState>
      </Page>
    )
  return member || site.community === 'ALL' ? <MemberList /> : <MembersOnly />
}

/** The directory is for members; visitors get the sign-in form in its place. */
export function MembersOnly() {
  const t = useMessages(messages)
  return (
    <Page title={t.title} lead={t.signInFirst} width="tight">
      <meta name="robots" content="noindex" />
      <Suspense fallback={<Skeletons kind="text" />}>
        <SignIn onSignedIn={() => undefined} />
      </Suspense>
    </Page>
  )
}

function MemberList() {
  const t = useMessages(messages)
  const { q = '', page = 1 } = useSearchParams(directorySearch)
  const query = useApiQuery(
    'members.queryMembers',
    {
      body: {
        query: { sort: [{ fieldName: 'profile.nickname', order: 'ASC' }], paging: { limit: pageSize, offset: (page - 1) * pageSize } },
        ...(q ? { search: { expression: q.slice(0, 100), fields: ['profile.nickname', 'profile.title', 'profile.slug'] } } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  )
  const people = query.data?.members ?? []
  const ids = people.map(({ id }) => id)
  const badges = useBadges(ids)
  const following = useFollowing(ids)
  const me = useCurrentMember().data?.member
  // The server does not count very long lists to the end; paging stops here.
  const total = query.data ? (query.data.metadata.total ?? 10_000) : 0
  const pages = Math.ceil(total / pageSize)
  return (
    <Page title={t.title} lead={query.data ? (query.data.metadata.tooManyToCount ? t.many : t.count(total)) : undefined}>
      {me && me.privacyStatus !== 'PUBLIC' ? (
        <div style={{ marginBottom: 20 }}>
          <Note>
            {t.mineIsPrivate}{' '}
            <SiteLink to="/account" search={{ tab: 'profile' }}>
              {t.openMine}
            </SiteLink>
          </Note>
        </div>
      ) : null}
      <MemberSearch value={q} />
      {query.isPending ? (
        <Skeletons kind="rows" count={4} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : people.length === 0 ? (
        q ? (
          <EmptyState
            title={t.noResults}
            seed="noResults"
            action={
              <Link to="/members" className={buttonClass({ variant: 'light' })}>
                {t.everyone}
              </Link>
            }
          >
            {t.fewer}
          </EmptyState>
        ) : (
          <EmptyState
            title={t.noneYet}
            action={
              <SiteLink to="/account" search={{ tab: 'profile' }} className={buttonClass({ variant: 'light' })}>
                {t.beFirst}
              </SiteLink>
            }
          >
            {t.appearHere}
          </EmptyState>
        )
      ) : (
        <>
          <ul className="people" aria-label={t.title} aria-busy={query.isPlaceholderData || undefined}>
            {people.map((person) => (
              <PersonCard key={person.id} person={person} badges={badges(person.id)} following={person.id === me?.id ? undefined : following(person.id)} />
            ))}
          </ul>
          <Pagination page={page} pages={pages} q={q} />
        </>
      )}
    </Page>
  )
}

function MemberSearch({ value }: { value: string }) {
  const goTo = useGoTo()
  const t = useMessages(messages)
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setText(value), [value])
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim() && !value) return field.current?.focus()
    void goTo({ to: '/members', search: text.trim() ? { q: text.trim() } : {} })
  }
  return (
    <form className="find-people" role="search" onSubmit={find}>
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={t.findLabel}
        placeholder={t.name}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="light">
        {t.find}
      </Button>
    </form>
  )
}

/** Up to three pages on either side of the current one. */
function Pagination({ page, pages, q }: { page: number; pages: number; q: string }) {
  const t = useMessages(messages)
  if (pages <= 1) return null
  const toSearch = (number: number) => ({ ...(q ? { q } : {}), ...(number > 1 ? { page: number } : {}) })
  const from = Math.max(1, page - 3)
  const shown = Array.from({ length: Math.min(pages, page + 3) - from + 1 }, (_, index) => from + index)
  const stepLink = (label: string, number: number, on: boolean) =>
    on ? (
      <Link to="/members" search={toSearch(number)} className={buttonClass({ variant: 'default' })}>
        {label}
      </Link>
    ) : null
  return (
    <nav className="row profile-tabs" aria-label={t.pages} style={{ marginTop: 28 }}>
      {stepLink(t.previous, page - 1, page > 1)}
      {shown.map((number) => (
        <Link key={number} to="/members" search={toSearch(number)} activeOptions={{ exact: true }} aria-label={t.page(number)}>
          {number}
        </Link>
      ))}
      {stepLink(t.next, page + 1, page < pages)}
    </nav>
  )
}
