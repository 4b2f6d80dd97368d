/** A member's public page: profile, about text, followers, and the actions of the reader. */
import { coverSizes } from '#kit/pure/picture-sizes.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useApiQuery, useIsMember } from '../../api.ts'
import { buttonClass } from '../../kit/button.tsx'
import { Page, useTitle } from '../../kit/page.tsx'
import { Avatar } from '../../kit/avatar.tsx'
import { Picture } from '../../kit/picture.tsx'
import { toParagraphs } from '../../kit/rich-text.ts'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import type { ReplyOf } from '../../operations.ts'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { useSite } from '../../site-context.tsx'
import { profileSearch } from '../../site-search.ts'
import { useCurrentMember } from '../member-data.ts'
import { MembersOnly } from './directory.tsx'
import { Badges, FollowButton, PersonCard, useBadges, useFollowing } from './people.tsx'
import { MemberActions } from './member-actions.tsx'
import { SiteLink } from '../../navigation.tsx'

const messages = defineMessages(
  {
    members: 'Members',
    notFound: 'Profile not found',
    hidden: 'This profile isn’t available',
    all: 'All members',
    why: 'It may be private, or the link may be wrong.',
    since: (day: ReactNode) => <>Member since {day}</>,
    change: 'Edit profile',
    aboutNamed: (name: string) => `About ${name}`,
    about: 'About',
    followers: 'Followers',
    following: 'Following',
    nothingOfMine: 'You haven’t added anything about yourself yet.',
    nothingOf: (name: string) => `${name} hasn’t added anything yet.`,
    ownWords: 'In their own words',
    facts: 'Details',
    noFollowers: (name: string) => `${name} has no followers yet.`,
    followsNoOne: (name: string) => `${name} isn’t following anyone yet.`,
    more: 'Show more',
  },
  {
    de: {
      members: 'Mitglieder',
      notFound: 'Profil nicht gefunden',
      hidden: 'Dieses Profil ist nicht verfügbar',
      all: 'Alle Mitglieder',
      why: 'Es ist vielleicht privat, oder die Adresse ist falsch.',
      since: (day) => <>Dabei seit {day}</>,
      change: 'Profil bearbeiten',
      aboutNamed: (name) => `Über ${name}`,
      about: 'Profil',
      followers: 'Follower',
      following: 'Folgt',
      nothingOfMine: 'Du hast noch nichts über dich geschrieben.',
      nothingOf: (name) => `${name} hat noch nichts geschrieben.`,
      ownWords: 'Über mich',
      facts: 'Angaben',
      noFollowers: (name) => `${name} hat noch keine Follower.`,
      followsNoOne: (name) => `${name} folgt noch niemandem.`,
      more: 'Mehr anzeigen',
    },
    fr: {
      members: 'Membres',
      notFound: 'Profil introuvable',
      hidden: 'Ce profil n’est pas disponible',
      all: 'Tous les membres',
      why: 'Il est peut-être privé, ou le lien est incorrect.',
      since: (day) => <>Membre depuis le {day}</>,
      change: 'Modifier le profil',
      aboutNamed: (name) => `Profil : ${name}`,
      about: 'Profil',
      followers: 'Abonnés',
      following: 'Abonnements',
      nothingOfMine: 'Vous n’avez encore rien écrit sur vous.',
      nothingOf: (name) => `${name} n’a encore rien écrit.`,
      ownWords: 'À propos de moi',
      facts: 'Informations',
      noFollowers: (name) => `Personne ne suit encore ${name}.`,
      followsNoOne: (name) => `${name} ne suit encore personne.`,
      more: 'Afficher plus',
    },
    es: {
      members: 'Miembros',
      notFound: 'Perfil no encontrado',
      hidden: 'Este perfil no está disponible',
      all: 'Todos los miembros',
      why: 'Puede que sea privado o que el enlace no sea correcto.',
      since: (day) => <>Miembro desde el {day}</>,
      change: 'Editar perfil',
      aboutNamed: (name) => `Sobre ${name}`,
      about: 'Perfil',
      followers: 'Seguidores',
      following: 'Siguiendo',
      nothingOfMine: 'Aún no has escrito nada sobre ti.',
      nothingOf: (name) => `${name} aún no ha escrito nada.`,
      ownWords: 'Sobre mí',
      facts: 'Datos',
      noFollowers: (name) => `${name} aún no tiene seguidores.`,
      followsNoOne: (name) => `${name} aún no sigue a nadie.`,
      more: 'Mostrar más',
    },
  },
)

type ProfileReply = ReplyOf<'members.memberBySlug'>

export function ProfilePage() {
  const site = useSite()
  const t = useMessages(messages)
  const member = useIsMember()
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const open = member || site.community === 'ALL'
  const query = useApiQuery('members.memberBySlug', { params: { slug } }, { enabled: open })
  if (!open) return <MembersOnly />
  if (query.isPending)
    return (
      <Page title={t.members}>
        <Skeletons kind="rows" count={1} />
      </Page>
    )
  if (query.error?.status === 404)
    return (
      <Page title={t.notFound} width="narrow">
        <meta name="robots" content="noindex" />
        <EmptyState
          title={t.hidden}
          action={
            <Link to="/members" className={buttonClass({ variant: 'light' })}>
              {t.all}
            </Link>
          }
        >
          {t.why}
        </EmptyState>
      </Page>
    )
  if (query.error)
    return (
      <Page title={t.members}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  return <Profile key={query.data.member.id} {...query.data} requestedSlug={slug} />
}

function Profile({ member: person, fields, forAll, requestedSlug }: ProfileReply & { requestedSlug: string }) {
  const { nickname, title, photo, cover, slug } = person.profile
  useTitle(nickname)
  const navigate = useNavigate()
  const t = useMessages(messages)
  // An old slug still resolves for a while; replace it in the address with the current one.
  useEffect(() => {
    if (requestedSlug !== slug) void navigate({ to: '/members/$slug', params: { slug }, replace: true })
  }, [requestedSlug, slug, navigate])
  const { list } = useSearchParams(profileSearch)
  const signedIn = useIsMember()
  const me = useCurrentMember().data?.member
  const isOwn = me?.id === person.id
  const badges = useBadges([person.id])(person.id)
  const following = useFollowing(isOwn ? [] : [person.id])(person.id)
  const tab = list === 'followers' || list === 'following' ? list : undefined
  const toTab = (name?: string) =>
    ({ to: '/members/$slug', params: { slug }, search: name ? { list: name } : {}, activeOptions: { exact: true }, resetScroll: false }) as const
  return (
    <div className="page">
      {forAll ? null : <meta name="robots" content="noindex" />}
      {cover?.url ? (
        <div className="profile-cover">
          <Picture src={cover.url} seed={person.id} ratio="16 / 5" sizes={coverSizes} eager />
        </div>
      ) : null}
      <header className="profile-head">
        <Avatar name={nickname} src={photo?.url} size={104} />
        <div className="profile-who">
          <h1>{nickname}</h1>
          {title ? <p className="lead">{title}</p> : null}
          <p className="small dim">{t.since(<When at={person.createdDate} style="date" />)}</p>
          <Badges badges={badges} />
        </div>
        <div className="row">
          {isOwn ? (
            <SiteLink to="/account" search={{ tab: 'profile' }} className={buttonClass({ variant: 'light' })}>
              {t.change}
            </SiteLink>
          ) : (
            <FollowButton id={person.id} name={nickname} following={following} />
          )}
          {signedIn && !isOwn ? <MemberActions person={person} /> : null}
        </div>
      </header>
      {signedIn ? (
        <nav className="profile-tabs" aria-label={t.aboutNamed(nickname)} style={{ marginBottom: 20 }}>
          <Link {...toTab()}>{t.about}</Link>
          <Link {...toTab('followers')}>{t.followers}</Link>
          <Link {...toTab('following')}>{t.following}</Link>
        </nav>
      ) : null}
      {tab && signedIn ? <FollowList key={tab} side={tab} person={person} meId={me?.id} /> : <About person={person} fields={fields} isOwn={isOwn} />}
    </div>
  )
}

function About({ person, fields, isOwn }: { person: ProfileReply['member']; fields: ProfileReply['fields']; isOwn: boolean }) {
  const t = useMessages(messages)
  const signedIn = useIsMember()
  const query = useApiQuery('memberAbout.queryMemberAbouts', { body: { query: { filter: { memberId: person.id } } } }, { enabled: signedIn })
  const text = toParagraphs(query.data?.memberAbouts[0]?.content)
  if (signedIn && query.isPending) return <Skeletons kind="text" count={4} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (text.length === 0 && fields.length === 0) return <p className="dim">{isOwn ? t.nothingOfMine : t.nothingOf(person.profile.nickname)}</p>
  return (
    <div className="profile-body">
      {text.length > 0 ? (
        <section className="card stack" aria-label={t.ownWords}>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ) : null}
      {fields.length > 0 ? (
        <section className="card" aria-label={t.facts}>
          <dl className="profile-facts">
            {fields.map((field) => (
              <div key={field.key} className="contents">
                <dt>{field.name}</dt>
                <dd>
                  {/^https?:\/\//.test(field.value) ? (
                    <a href={field.value} rel="nofollow ugc noopener noreferrer" target="_blank">
                      {field.value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
                    </a>
                  ) : field.fieldType === 'DATE' ? (
                    <When at={field.value} style="date" zone="UTC" />
                  ) : (
                    field.value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  )
}

/** Followers or followed members, with "show more". */
function FollowList({ side, person, meId }: { side: 'followers' | 'following'; person: ProfileReply['member']; meId: string | undefined }) {
  const t = useMessages(messages)
  const [limit, setLimit] = useState(24)
  const followIds = useApiQuery(side === 'followers' ? 'memberFollowers.listMemberFollowers' : 'memberFollowers.listMemberFollowing', {
    params: { memberId: person.id },
    query: { paging: { limit } },
  })
  const ids = followIds.data?.memberIds ?? []
  const members = useApiQuery(
    'members.queryMembers',
    { body: { query: { filter: { id: { $in: ids } }, paging: { limit: 100, offset: 0 } } } },
    { enabled: ids.length > 0 },
  )
  const badges = useBadges(ids)
  const following = useFollowing(ids)
  const failure = followIds.error ?? members.error
  if (failure) return <ErrorState error={failure} onRetry={() => void Promise.all([followIds.refetch(), members.refetch()])} />
  if (followIds.isPending || (ids.length > 0 && members.isPending)) return <Skeletons kind="rows" count={2} />
  const people = ids.flatMap((id) => members.data?.members.filter((one) => one.id === id) ?? [])
  if (people.length === 0) return <p className="dim">{(side === 'followers' ? t.noFollowers : t.followsNoOne)(person.profile.nickname)}</p>
  return (
    <>
      <ul className="people" aria-label={t[side]}>
        {people.map((one) => (
          <PersonCard key={one.id} person={one} badges={badges(one.id)} following={one.id === meId ? undefined : following(one.id)} />
        ))}
      </ul>
      {followIds.data?.pagingMetadata.hasNext && limit < 96 ? (
        <p style={{ marginTop: 20 }}>
          <button type="button" className="btn btn-default" onClick={() => setLimit(limit + 24)}>
            {t.more}
          </button>
        </p>
      ) : null}
    </>
  )
}
