import { Link } from '@tanstack/react-router'
import { Avatar } from '../kit/avatar.tsx'
import type { ReplyOf } from '../operations.ts'

export type TeamMember = ReplyOf<'staff.getTeamMember'>['member']

/** A staff member; the name links to their page. */
export function PersonCard({ person, heading: Heading = 'h3' }: { person: TeamMember; heading?: 'h2' | 'h3' }) {
  return (
    <li className="card team-card">
      <Avatar name={person.name} src={person.picture} size={72} />
      <Heading className="h3">
        <Link className="stretched" to="/team/$slug" params={{ slug: person.slug }}>
          {person.name}
        </Link>
      </Heading>
      {person.description ? <p className="dim prose">{person.description}</p> : null}
    </li>
  )
}
