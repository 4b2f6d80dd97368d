/** Member cards, badges and the follow button. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, errorMessage, queryClient, useApiQuery, useIsMember } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { Avatar } from '../../kit/avatar.tsx'
import { toast } from '../../kit/toasts.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import type { ReplyOf } from '../../operations.ts'
import { useCurrentMember } from '../member-data.ts'
import './community.css'

const messages = defineMessages(
  {
    badges: 'Badges',
    follow: 'Follow',
    following: 'Following',
  },
  {
    de: {
      badges: 'Abzeichen',
      follow: 'Folgen',
      following: 'Gefolgt',
    },
    fr: { badges: 'Badges', follow: 'Suivre', following: 'Vous suivez' },
    es: { badges: 'Insignias', follow: 'Seguir', following: 'Siguiendo' },
  },
)

export type Person = ReplyOf<'members.getMember'>['member']
export type Badge = ReplyOf<'badges.listBadges'>['badges'][number]

/** Badges per member id. Not loaded for visitors, who may not read them. */
export function useBadges(ids: readonly string[]): (id: string) => Badge[] {
  const enabled = useIsMember() && ids.length > 0
  const all = useApiQuery('badges.listBadges', { query: {} }, { enabled }).data?.badges ?? []
  const assigned =
    useApiQuery('badges.listBadgesPerMember', { body: { memberIds: [...ids] } }, { enabled: enabled && all.length > 0 }).data?.memberBadgeIds ?? []
  return (id) => {
    const badgeIds = assigned.find(({ memberId }) => memberId === id)?.badgeIds ?? []
    return all.filter((badge) => badgeIds.includes(badge.id))
  }
}
export function Badges({ badges }: { badges: readonly Badge[] }) {
  const t = useMessages(messages)
  return badges.length === 0 ? null : (
    <ul className="badges" aria-label={t.badges}>
      {badges.map((badge) => (
        <li key={badge.id} className="member-badge" style={{ background: badge.backgroundColor, color: badge.textColor }} title={badge.description}>
          {badge.title}
        </li>
      ))}
    </ul>
  )
}

/** Which of these members the current member follows; undefined while loading and for visitors. */
export function useFollowing(ids: readonly string[]): (id: string) => boolean | undefined {
  const me = useCurrentMember().data?.member
  const enabled = me?.privacyStatus === 'PUBLIC' && ids.length > 0
  const { data } = useApiQuery('memberFollowers.queryCurrentMemberConnections', { body: { connectedMemberIds: [...ids] } }, { enabled })
  return (id) => data?.connectedMembers.find(({ connectedMemberId }) => connectedMemberId === id)?.followedByMember
}

export function FollowButton({ id, name, following }: { id: string; name: string; following: boolean | undefined }) {
  const [busy, setBusy] = useState(false)
  const t = useMessages(messages)
  if (following === undefined) return null
  const change = async () => {
    setBusy(true)
    try {
      await call(following ? 'memberFollowers.unfollowMember' : 'memberFollowers.followMember', { params: { memberId: id } })
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('memberFollowers.') })
    } catch (error) {
      toast(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant={following ? 'default' : 'light'} busy={busy} aria-pressed={following} onClick={() => void change()}>
      {following ? t.following : t.follow}
      <span className="sr"> {name}</span>
    </Button>
  )
}

/** A card that links to the member's page; its button is not part of the link. */
export function PersonCard({ person, badges, following }: { person: Person; badges: readonly Badge[]; following: boolean | undefined }) {
  const { nickname, slug, title, photo } = person.profile
  return (
    <li className="card person-card">
      <Avatar name={nickname} src={photo?.url} size={72} />
      <div className="stack-s">
        <h2 className="h3">
          <Link className="stretched" to="/members/$slug" params={{ slug }}>
            {nickname}
          </Link>
        </h2>
        {title ? <p className="dim">{title}</p> : null}
        <Badges badges={badges} />
      </div>
      <div className="person-act">
        <FollowButton id={person.id} name={nickname} following={following} />
      </div>
    </li>
  )
}
