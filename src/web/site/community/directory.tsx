/** Everybody whose profile is open: found by name, a page at a time. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, type FormEvent, Suspense, useEffect, useState } from 'react'
import { useAsk, useIsMember } from '../../api.ts'
import { Button, buttonClass } from '../../kit/button.tsx'
import { Page } from '../../kit/page.tsx'
import { EmptyState, ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { useSite } from '../../site-context.tsx'
import { useMyself } from '../catalog.ts'
import { PersonCard, useBadges, useFollowing } from './people.tsx'

const SignIn = lazy(async () => ({ default: (await import('../../hosted/sign-in.tsx')).SignIn }))
const size = 24

export function Directory() {
  const site = useSite()
  const member = useIsMember()
  if (site.community === 'NO_ONE')
    return (
      <Page title="Members" width="narrow">
        <EmptyState title="Profiles are private here">Nobody's profile can be seen on this site.</EmptyState>
      </Page>
    )
  return member || site.community === 'ALL' ? <People /> : <MembersOnly />
}

/** The list is for members: whoever is not signed in does so in place. */
export function MembersOnly() {
  return (
    <Page title="Members" lead="The people here see each other once they are signed in." width="tight">
      <meta name="robots" content="noindex" />
      <Suspense fallback={<Skeletons kind="text" />}>
        <SignIn onSignedIn={() => undefined} />
      </Suspense>
    </Page>
  )
}

function People() {
  const { q = '', page: shown = '1' } = useSearch({ strict: false }) as { q?: string; page?: string }
  const page = Math.max(1, Number.parseInt(shown, 10) || 1)
  const found = useAsk(
    'members.queryMembers',
    {
      body: {
        query: { sort: [{ fieldName: 'profile.nickname', order: 'ASC' }], paging: { limit: size, offset: (page - 1) * size } },
        ...(q ? { search: { expression: q.slice(0, 100), fields: ['profile.nickname', 'profile.title', 'profile.slug'] } } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  )
  const people = found.data?.members ?? []
  const ids = people.map(({ id }) => id)
  const badges = useBadges(ids)
  const following = useFollowing(ids)
  const me = useMyself().data?.member
  // Very long lists are not counted to their end, and can be leafed through as far as this.
  const total = found.data ? (found.data.metadata.total ?? 10_000) : 0
  const pages = Math.ceil(total / size)
  return (
    <Page
      title="Members"
      lead={
        found.data
          ? total === 1
            ? 'One open profile.'
            : found.data.metadata.tooManyToCount
              ? 'More than 10,000 open profiles.'
              : `${total} open profiles.`
          : undefined
      }
    >
      {me && me.privacyStatus !== 'PUBLIC' ? (
        <div style={{ marginBottom: 20 }}>
          <Note>
            Your own profile is private: others do not see you, and you cannot follow anybody.{' '}
            <Link to="/account" search={{ tab: 'profile' } as never}>
              Open your profile
            </Link>
          </Note>
        </div>
      ) : null}
      <FindPeople value={q} />
      {found.isPending ? (
        <Skeletons kind="rows" count={4} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : people.length === 0 ? (
        q ? (
          <EmptyState
            title="Nobody by that name"
            seed="nobody"
            action={
              <Link to="/members" className={buttonClass({ variant: 'light' })}>
                Show everybody
              </Link>
            }
          >
            Try fewer letters; people who keep their profile private are not found.
          </EmptyState>
        ) : (
          <EmptyState
            title="Nobody has opened a profile yet"
            action={
              <Link to="/account" search={{ tab: 'profile' } as never} className={buttonClass({ variant: 'light' })}>
                Be the first
              </Link>
            }
          >
            Open profiles of members appear here.
          </EmptyState>
        )
      ) : (
        <>
          <ul className="people" aria-label="Members" aria-busy={found.isPlaceholderData || undefined}>
            {people.map((person) => (
              <PersonCard key={person.id} person={person} badges={badges(person.id)} following={person.id === me?.id ? undefined : following(person.id)} />
            ))}
          </ul>
          <Pages page={page} pages={pages} q={q} />
        </>
      )}
    </Page>
  )
}

function FindPeople({ value }: { value: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const find = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/members', search: text.trim() ? { q: text.trim() } : {} } as never)
  }
  return (
    <form className="find-people" role="search" onSubmit={find}>
      <input
        type="search"
        className="input"
        aria-label="Find members by name"
        placeholder="Name"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="light">
        Find
      </Button>
    </form>
  )
}

/** Up to three pages on either side of the current one. */
function Pages({ page, pages, q }: { page: number; pages: number; q: string }) {
  if (pages <= 1) return null
  const to = (number: number) => ({ ...(q ? { q } : {}), ...(number > 1 ? { page: String(number) } : {}) }) as never
  const from = Math.max(1, page - 3)
  const shown = Array.from({ length: Math.min(pages, page + 3) - from + 1 }, (_, index) => from + index)
  const step = (label: string, number: number, on: boolean) =>
    on ? (
      <Link to="/members" search={to(number)} className={buttonClass({ variant: 'default' })}>
        {label}
      </Link>
    ) : null
  return (
    <nav className="row profile-tabs" aria-label="Pages" style={{ marginTop: 28 }}>
      {step('Previous', page - 1, page > 1)}
      {shown.map((number) => (
        <Link key={number} to="/members" search={to(number)} activeOptions={{ exact: true }} aria-label={`Page ${number}`}>
          {number}
        </Link>
      ))}
      {step('Next', page + 1, page < pages)}
    </nav>
  )
}
